/// A source's own number for a file or directory, which stays the same while names change.
///
/// The 128 bits are inline so that an entry needs no allocation for it. What an equal identifier
/// proves is declared by ``SourceCapabilities/stableID``: never trust one alone, as file systems
/// give the number of a deleted file to the next one.
public struct StableID: Hashable, Sendable {
  /// The upper half: 0 for plain 64-bit file numbers.
  public let high: UInt64
  /// The lower half: the file number, where the source has one.
  public let low: UInt64

  /// Creates an identifier from its halves.
  ///
  /// - Parameters:
  ///   - high: The upper half.
  ///   - low: The lower half.
  public init(high: UInt64 = 0, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an identifier from a source's opaque bytes.
  ///
  /// Up to 16 bytes are taken as they are, as one big-endian number. Of longer ones the 128-bit
  /// FNV-1a hash is taken, which depends on nothing but the bytes and so may be stored.
  ///
  /// - Parameter bytes: What the source calls the file.
  public init(bytes: some Collection<UInt8>) {
    var value: UInt128 = 0
    if bytes.count <= 16 {
      for byte in bytes { value = value << 8 | UInt128(byte) }
    } else {
      value = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
      for byte in bytes {
        value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
      }
    }
    self.init(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value))
  }

  /// The form that is stored: 8 bytes when the upper half is 0, else 16, big-endian.
  ///
  /// `init(bytes:)` reads it back.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for half in high == 0 ? [low] : [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
    return bytes
  }
}
