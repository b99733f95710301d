import KinoCore

/// Attributes of version 4 by their numbers (RFC 7530, section 5.6), as the words of a `bitmap4`.
struct AttributeSet: Hashable, Sendable {
  /// The numbers 0 … 31.
  var low: UInt32 = 0
  /// The numbers 32 … 63.
  var high: UInt32 = 0

  private static let type: UInt32 = 1 << 1
  private static let size: UInt32 = 1 << 4
  private static let fileSystem: UInt32 = 1 << 8
  private static let error: UInt32 = 1 << 11
  private static let ignoresCase: UInt32 = 1 << 16
  private static let number: UInt32 = 1 << 20
  private static let readLimit: UInt32 = 1 << 30
  private static let modified: UInt32 = 1 << (53 - 32)

  /// What an entry's facts are made of.
  static let facts = AttributeSet(low: type | size | fileSystem | number, high: modified)
  /// The same in a listing, where an entry's attributes may fail without the others'.
  static let listed = AttributeSet(low: facts.low | error, high: modified)
  /// The same of a root, with what its server is like.
  static let root = AttributeSet(low: facts.low | ignoresCase | readLimit, high: modified)
}

/// The values of attributes, read in the order of their numbers.
struct AttributeValues: Hashable, Sendable {
  var facts = FileFacts()
  /// Why an entry of a listing has no others.
  var error: UInt32?
  var ignoresCase: Bool?
  var readLimit: UInt64?

  /// Reads what a server sent.
  ///
  /// - Parameters:
  ///   - set: The attributes that are there, as the server says.
  ///   - asked: Those that were asked for; nothing is known about the length of others.
  ///   - reader: Their values.
  /// - Throws: `malformed` where they do not fit together.
  init(
    _ set: AttributeSet,
    asked: AttributeSet,
    _ reader: inout XDRReader
  ) throws(NFSFailure) {
    guard set.low & ~asked.low == 0, set.high & ~asked.high == 0 else { throw .malformed }
    if set.low & 1 << 1 != 0 { facts.kind = Self.kind(try reader.word()) }
    if set.low & 1 << 4 != 0 { facts.size = Int64(exactly: try reader.hyper()) }
    if set.low & 1 << 8 != 0 {
      facts.fileSystem = FileFacts.FileSystem(major: try reader.hyper(), minor: try reader.hyper())
    }
    if set.low & 1 << 11 != 0 {
      // Servers that are asked say of each entry that there was none.
      let status = try reader.word()
      error = status == 0 ? nil : status
    }
    if set.low & 1 << 16 != 0 { ignoresCase = try reader.word() != 0 }
    if set.low & 1 << 20 != 0 { facts.number = try reader.hyper() }
    if set.low & 1 << 30 != 0 { readLimit = try reader.hyper() }
    if set.high & 1 << 21 != 0 {
      let seconds = Int64(bitPattern: try reader.hyper())
      facts.modifiedAt =
        Timestamp(seconds: seconds, nanoseconds: Int64(try reader.word())).plausible
    }
    guard reader.isAtEnd else { throw .malformed }
  }

  /// A number of `nfs_ftype4`, of which `ftype3` has the first seven.
  static func kind(_ type: UInt32) -> SourceEntry.Kind {
    switch type {
    case 1: .file
    case 2: .directory
    case 5: .symlink
    case 3, 4, 6, 7, 8, 9: .other
    default: .unknown
    }
  }
}

extension Timestamp {
  /// The moment, unless it is noise.
  var plausible: Timestamp? { isPlausible ? self : nil }
}
