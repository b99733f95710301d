/// A run of bytes between separators.
struct Word {
  private let startOffset: Int32
  private let endOffset: Int32
  private let value: Int32
  private let bracketIndex: Int32
  /// What stands before it; empty only at the start of a name.
  let gap: Gap
  /// Whether all its bytes are ASCII.
  let isASCII: Bool
  /// Whether a digit is among them.
  let hasDigit: Bool
  /// The field that it has been read as.
  var role = Role.none
  /// What the word tables say of it.
  var meaning = Meaning.none

  /// Words are many: each fits in 32 bytes, as parts of paths are short.
  init(_ range: Range<Int>, gap: Gap, bracket: Int, number: Int, isASCII: Bool, hasDigit: Bool) {
    startOffset = Int32(truncatingIfNeeded: range.lowerBound)
    endOffset = Int32(truncatingIfNeeded: range.upperBound)
    value = Int32(truncatingIfNeeded: number)
    bracketIndex = Int32(truncatingIfNeeded: bracket)
    self.gap = gap
    self.isASCII = isASCII
    self.hasDigit = hasDigit
  }

  /// Offsets into the path; not empty.
  var start: Int { Int(startOffset) }
  var end: Int { Int(endOffset) }
  var count: Int { Int(endOffset &- startOffset) }
  /// Its value where it is all digits and at most nine of them, or -1.
  var number: Int { Int(value) }
  var isNumber: Bool { value >= 0 }
  /// The innermost bracket that holds it, or -1.
  var bracket: Int { Int(bracketIndex) }
}

/// What a word has been read as.
enum Role: UInt8 {
  /// Not yet anything: part of a title, a group or an episode's name.
  case none
  case resolution, source, codec, audio, edition, language, service, noise, checksum, version
  case year, date, season, episode, part, providerID, website, container, extra
}

/// Several roles at once.
struct Roles: OptionSet {
  let rawValue: UInt32

  static let resolution = Roles(.resolution)
  static let source = Roles(.source)
  static let codec = Roles(.codec)
  static let audio = Roles(.audio)
  static let edition = Roles(.edition)
  static let language = Roles(.language)
  static let noise = Roles(.noise)
  static let checksum = Roles(.checksum)
  static let year = Roles(.year)
  static let date = Roles(.date)
  static let season = Roles(.season)
  static let episode = Roles(.episode)
  static let part = Roles(.part)
  static let website = Roles(.website)
  static let container = Roles(.container)
  static let extra = Roles(.extra)

  init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ role: Role) { rawValue = 1 << UInt32(role.rawValue) }
}

extension Role {
  /// Whether it is one of several.
  func isAny(of roles: Roles) -> Bool { roles.rawValue & (1 << UInt32(rawValue)) != 0 }
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
