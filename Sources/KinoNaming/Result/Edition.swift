/// The editions of a title that a name gives; there may be several at once.
public struct Edition: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// One bit for each edition.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The names in a fixed order, with commas between them.
  public var description: String {
    var names: [String] = []
    for (bit, name) in Self.names.enumerated() where rawValue & (1 << UInt64(bit)) != 0 {
      names.append(name)
    }
    return names.joined(separator: ", ")
  }

  /// The edition of a bit: its place in the names.
  static func bit(_ index: UInt8) -> Edition { Edition(rawValue: 1 << UInt64(index)) }

  /// The editions by bit; new ones are appended.
  static let names = [
    "Extended", "Director's Cut", "Unrated", "Uncut", "Theatrical", "Remastered",
    "Special Edition", "Collector's Edition", "Criterion", "Ultimate", "Anniversary", "IMAX",
    "Final Cut", "Limited", "Fan Edit", "Despecialized", "Deluxe", "Rekall", "Recut", "Redux",
    "Alternative Cut", "Uncensored", "Festival", "Restored", "Open Matte", "Signature",
    "Diamond", "Rogue Cut", "International", "Assembly Cut", "2in1", "Hybrid",
  ]
}
