/// What stands between two words.
struct Gap: OptionSet, Hashable {
  let rawValue: UInt16

  static let space = Gap(rawValue: 1)
  static let dot = Gap(rawValue: 2)
  static let underscore = Gap(rawValue: 4)
  static let dash = Gap(rawValue: 8)
  /// A comma, a plus or an ampersand.
  static let list = Gap(rawValue: 16)
  static let colon = Gap(rawValue: 32)
  static let tilde = Gap(rawValue: 64)
  static let slash = Gap(rawValue: 128)
  static let open = Gap(rawValue: 256)
  static let close = Gap(rawValue: 512)
  static let other = Gap(rawValue: 1024)

  /// What is blank in one style of names or another.
  static let blank: Gap = [.space, .dot, .underscore]
  static let bracket: Gap = [.open, .close]

  /// A dash with blanks: a break between parts of a name, not within a word.
  var isBreak: Bool {
    contains(.dash) && !isDisjoint(with: .blank) || contains(.slash) || contains(.other)
  }

  /// A dash with nothing beside it.
  var isHyphen: Bool { self == .dash }
}
