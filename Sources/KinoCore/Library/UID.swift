/// A 128-bit identifier that is unique across devices: a UUID of version 7 (RFC 9562).
///
/// Version 7 begins with the time, so that rows created together lie together in an index.
public struct UID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// Creates an identifier from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an identifier of version 7.
  ///
  /// - Parameters:
  ///   - time: When it is created; only 48 bits of non-negative milliseconds are kept.
  ///   - random: 74 of these 128 bits are used.
  public init(time: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(bitPattern: max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF
    high = milliseconds << 16 | 0x7000 | random.0 & 0x0FFF
    low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// Reads the 16 bytes of an identifier; `nil` when there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The 16 bytes, most significant first, as the database stores them.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
    }
  }

  /// The usual form: `0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3`.
  public var description: String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append("-") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Reads the usual form, in either case of letters.
  public init?(_ text: String) {
    var bytes: [UInt8] = []
    var pending: UInt8?
    for character in text where character != "-" {
      guard let digit = character.hexDigitValue.map(UInt8.init) else { return nil }
      if let first = pending {
        bytes.append(first << 4 | digit)
        pending = nil
      } else {
        pending = digit
      }
    }
    guard pending == nil else { return nil }
    self.init(bytes: bytes)
  }

  /// Orders by bytes, which for version 7 is the order of creation.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
