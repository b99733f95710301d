/// A fast hash of 128 bits over blocks of 16 bytes, which depends on nothing but its seed and them.
///
/// The mixing is that of MurmurHash3_x64_128 (Austin Appleby, public domain), on a seed of 128 bits. Its
/// results are stored: it never changes. Nobody gains by forging it.
struct BlockHash {
  private var low: UInt64
  private var high: UInt64
  private var count: UInt64 = 0

  init(seed: (low: UInt64, high: UInt64)) {
    low = seed.low
    high = seed.high
  }

  /// Takes in one block.
  @inline(__always)
  mutating func absorb(_ first: UInt64, _ second: UInt64) {
    low ^= Self.rotated(first &* Self.c1, by: 31) &* Self.c2
    low = (Self.rotated(low, by: 27) &+ high) &* 5 &+ 0x52dc_e729
    high ^= Self.rotated(second &* Self.c2, by: 33) &* Self.c1
    high = (Self.rotated(high, by: 31) &+ low) &* 5 &+ 0x3849_5ab5
    count &+= 1
  }

  /// Takes in bytes whose number has been taken in before.
  ///
  /// A last block that is not full begins earlier and overlaps the one before; fewer than 16 bytes are
  /// read as two halves that may overlap. With the number known, no two sequences are read alike.
  @inline(__always)
  mutating func absorb(_ bytes: Span<UInt8>) {
    let raw = unsafe bytes.bytes
    var position = 0
    while raw.byteCount &- position > 16 {
      absorb(raw.word(at: position), raw.word(at: position &+ 8))
      position &+= 16
    }
    if raw.byteCount >= 16 {
      absorb(raw.word(at: raw.byteCount &- 16), raw.word(at: raw.byteCount &- 8))
    } else if raw.byteCount >= 8 {
      absorb(raw.word(at: 0), raw.word(at: raw.byteCount &- 8))
    } else {
      var word: UInt64 = 0
      for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
      absorb(word, 0)
    }
  }

  /// The hash of all that was taken in.
  @inline(__always)
  consuming func finish() -> UInt128 {
    low ^= count
    high ^= count
    low &+= high
    high &+= low
    low = Self.mixed(low)
    high = Self.mixed(high)
    low &+= high
    high &+= low
    return UInt128(high) << 64 | UInt128(low)
  }

  private static let c1: UInt64 = 0x87c3_7b91_1142_53d5
  private static let c2: UInt64 = 0x4cf5_ad43_2745_937f

  @inline(__always)
  private static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }

  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word &>> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word &>> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word &>> 33
  }
}

extension RawSpan {
  /// Eight bytes as a number, the lowest first.
  @inline(__always)
  fileprivate func word(at start: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
  }
}
