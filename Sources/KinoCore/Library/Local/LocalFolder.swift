/// A folder whose files are read for what lies beside videos, as it is published.
package struct LocalFolder: Hashable, Sendable {
  package var id: DirectoryID
  /// What files in it show, those that are there, oldest first; of a series's folder nothing below it.
  package var videos: [LocalVideo]
  /// What lies in it and in its folders of subtitles, and is there.
  package var sidecars: [LocalSidecar]
  /// The one series that it is the folder of, or a season's folder of; `nil` where there are several
  /// or none.
  package var series: LocalSeries?
  /// The season that it is the folder of.
  package var season: Int64?

  package init(
    id: DirectoryID,
    videos: [LocalVideo] = [],
    sidecars: [LocalSidecar] = [],
    series: LocalSeries? = nil,
    season: Int64? = nil
  ) {
    self.id = id
    self.videos = videos
    self.sidecars = sidecars
    self.series = series
    self.season = season
  }
}

/// A video beside sidecars.
package struct LocalVideo: Hashable, Sendable {
  package var file: FileID
  /// Its raw name; of a disc that of its folder.
  package var name: [UInt8]
  /// What it shows, in order.
  package var entities: [LocalEntity]

  package init(file: FileID, name: [UInt8], entities: [LocalEntity]) {
    self.file = file
    self.name = name
    self.entities = entities
  }
}

/// What a video shows: a row of `media_entity`.
package struct LocalEntity: Hashable, Sendable {
  package var id: Int64
  package var kind: EntityKind

  package init(id: Int64, kind: EntityKind) {
    self.id = id
    self.kind = kind
  }
}

/// A series as its folder needs to know it.
package struct LocalSeries: Hashable, Sendable {
  package var id: Int64
  /// Its seasons by their numbers.
  package var seasons: [Int: Int64]
  /// The file that stands for it: something new beside the series is something new for this one.
  package var file: FileID

  package init(id: Int64, seasons: [Int: Int64], file: FileID) {
    self.id = id
    self.seasons = seasons
    self.file = file
  }
}

/// A row of `sidecar`.
package struct LocalSidecar: Hashable, Sendable {
  package var id: Int64
  /// As stored, such as `subtitle` or `nfo`.
  package var kind: String
  package var path: SourcePath
  package var locator: [UInt8]?
  package var size: Int64?
  package var modifiedAt: Timestamp?
  /// Moves when it changes.
  package var revision: Int64
  /// Whether what it says was read from it as it is.
  package var isRead: Bool
  /// Whether it lies in a folder of subtitles.
  package var isBelow: Bool

  package init(
    id: Int64,
    kind: String,
    path: SourcePath,
    locator: [UInt8]? = nil,
    size: Int64? = nil,
    modifiedAt: Timestamp? = nil,
    revision: Int64 = 1,
    isRead: Bool = false,
    isBelow: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.path = path
    self.locator = locator
    self.size = size
    self.modifiedAt = modifiedAt
    self.revision = revision
    self.isRead = isRead
    self.isBelow = isBelow
  }
}

/// Whose a sidecar is, and what its name says.
package struct SidecarAssignment: Hashable, Sendable {
  /// The row of `sidecar`.
  package var sidecar: Int64
  /// The file that it belongs to, or that stands for what it belongs to; `nil` for nobody's.
  package var file: FileID?
  /// A BCP 47 tag.
  package var language: String?
  /// Such as `forced`; `series` and `season` say that it describes more than its file.
  package var tags: [String] = []
  /// What it is a picture of.
  package var pictures: [Place] = []

  package init(_ sidecar: Int64) { self.sidecar = sidecar }

  /// A picture's place.
  package struct Place: Hashable, Sendable {
    /// The row of `media_entity`.
    package var entity: Int64
    package var kind: PictureKind
    /// How well it suits, from 0 to 100.
    package var score: Int

    package init(_ entity: Int64, _ kind: PictureKind, score: Int) {
      self.entity = entity
      self.kind = kind
      self.score = score
    }
  }
}
