/// What one description says of a film, a series, a season or an episode.
///
/// Descriptions lie beside videos and come from anywhere: whoever reads one has cut its texts and lists
/// to what ``Limit`` allows.
package struct MetadataRecord: Hashable, Sendable {
  /// What it describes; `nil` where it does not say.
  package var kind: EntityKind?
  package var title: String?
  package var originalTitle: String?
  /// What lists sort it by, where that differs from the title.
  package var sortTitle: String?
  package var tagline: String?
  package var overview: String?
  /// Other titles, in order.
  package var aliases: [String] = []
  package var year: Int?
  /// As `YYYY-MM-DD`.
  package var releaseDate: String?
  package var runtimeMinutes: Int?
  package var contentRating: String?
  /// From 0 to 1,000: hundredths of a rating from 0 to 10.
  package var ratingHundredths: Int?
  package var ratingCount: Int?
  /// Such as `ended`, for a series.
  package var status: String?
  /// 0 for specials.
  package var season: Int?
  package var episode: Int?
  package var genres: [String] = []
  package var ids: [ProviderID] = []
  package var credits: [Credit] = []
  package var pictures: [Picture] = []
  /// The name of the collection of films that it belongs to.
  package var collection: String?

  package init(_ kind: EntityKind? = nil) { self.kind = kind }

  /// Somebody's part.
  package struct Credit: Hashable, Sendable {
    /// `actor`, `director`, `writer`, `creator`, `producer`, `composer` or `guest`.
    package var role: String
    package var name: String
    /// Who is played.
    package var character: String?

    package init(_ role: String, _ name: String, character: String? = nil) {
      self.role = role
      self.name = name
      self.character = character
    }
  }

  /// A picture that somebody offers.
  package struct Picture: Hashable, Sendable {
    package var kind: PictureKind
    /// An address without credentials.
    package var address: String
    /// The season that it is of; `nil` for what the record describes.
    package var season: Int?

    package init(_ kind: PictureKind, _ address: String, season: Int? = nil) {
      self.kind = kind
      self.address = address
      self.season = season
    }
  }

  /// The most that is kept of a description.
  package enum Limit {
    /// Bytes of a title or a name.
    package static let title = 1_000
    /// Bytes of a longer text.
    package static let text = 32_000
    /// Elements of a list.
    package static let list = 500
  }
}

/// What a picture is for: the kinds of `artwork`.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
  case poster, backdrop, banner, logo, clearart, landscape, thumb
}

/// What was read from a file of descriptions.
package struct SidecarContent: Hashable, Sendable {
  /// In the order in which they stand there.
  package var records: [MetadataRecord]
  /// Why nothing could be read, as a word for programs; `nil` where it could.
  package var failure: String?

  package init(_ records: [MetadataRecord] = [], failure: String? = nil) {
    self.records = records
    self.failure = failure
  }
}
