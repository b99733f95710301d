/// What one part of a path says, once all rules have read it.
///
/// It is never copied: it is large, and a path has up to four.
struct PartReading: ~Copyable {
  /// The part, without its extension.
  let range: Range<Int>
  /// All fields but titles and group, which become text only if they are asked for.
  ///
  /// Identifiers are those that were found, trusted or not.
  var name = ParsedName()
  var title: Range<Int>?
  var alternativeTitle: Range<Int>?
  /// The part as it is, where no word of it is left for a title.
  var wholeName: Range<Int>?
  var group: Evidence?
  /// The providers whose identifiers have an empty place in the name.
  var emptyIDs = Providers()
  /// Whether it is nothing but a word for specials.
  var isSpecials = false
  var isSingleWord = false
  /// Whether the title stands behind a number: it may be the name of the episode.
  var titleFollowsNumber = false
  /// The titles that a folder gives in place of its own.
  var borrowed: BorrowedTitles?

  /// A part of which nothing has been read.
  init(_ range: Range<Int>) {
    self.range = range
  }

  /// Titles of a folder.
  struct BorrowedTitles {
    let title: Range<Int>
    let alternative: Range<Int>?
  }

  /// Whether season, episode or date are marked.
  var isEpisodic: Bool {
    name.season != nil || name.seasons != nil || name.episodes != nil || name.absolute != nil
      || name.date != nil
  }

  /// Whether nothing but a title, if that, was found.
  var isSilent: Bool {
    !isEpisodic && name.year == nil && name.videoCodec == nil && name.resolution == nil
      && name.source == nil && name.externalIDs.isEmpty && name.part == nil && name.extra == nil
  }

  /// Whether it is a number and no more.
  var isBareNumber: Bool { isSingleWord && name.absolute != nil }

  /// Whether more than a title was found.
  var isTelling: Bool {
    title != nil
      && (name.year != nil || name.episodes != nil || name.date != nil || name.source != nil
        || name.resolution != nil)
  }

  /// Takes over what a folder says of the release and the name does not.
  mutating func borrowPicture(from folder: borrowing PartReading) {
    name.resolution = name.resolution ?? folder.name.resolution
    name.source = name.source ?? folder.name.source
    name.videoCodec = name.videoCodec ?? folder.name.videoCodec
    group = group ?? folder.group
  }
}
