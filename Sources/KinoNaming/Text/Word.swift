/// A run of bytes between separators.
struct Word {
  /// Offsets into the path; not empty.
  var start: Int
  var end: Int
  /// What stands before it; empty only at the start of a name.
  var gap: Gap
  /// The innermost bracket that holds it, or -1.
  var bracket: Int
  /// Its value where it is all digits and at most nine of them, or -1.
  var number: Int = -1
  /// What the word tables say of it.
  var meaning = Meaning.none
  /// The field that it has been read as.
  var role = Role.none

  var count: Int { end - start }
  var isNumber: Bool { number >= 0 }
}

/// What a word has been read as.
enum Role: UInt8 {
  /// Not yet anything: part of a title, a group or an episode's name.
  case none
  case resolution, source, codec, audio, edition, language, service, noise, checksum, version
  case year, date, season, episode, part, providerID, website, container, extra
}

/// A pair of brackets, or one that never closes and reaches to the end.
struct Bracket {
  /// The first and the last byte between them.
  var start: Int
  var end: Int
  /// The words within, nested ones with them; none where the bracket is empty.
  var words: Range<Int>
  /// The one around it, or -1.
  var parent: Int
  var isClosed: Bool
  /// The ASCII form of the opening one: `(`, `[` or `{`.
  var shape: UInt8
}
