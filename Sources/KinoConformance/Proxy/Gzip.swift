/// As much of gzip (RFC 1951, 1952) as it takes to send what was not asked for.
enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// Packs bytes without making them fewer.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed = header
    var start = 0
    repeat {
      let block = bytes[start..<min(bytes.count, start + 65_535)]
      start += block.count
      packed.append(start == bytes.count ? 1 : 0)
      packed += littleEndian(UInt32(block.count), 2) + littleEndian(~UInt32(block.count), 2)
      packed += block
    } while start < bytes.count
    return packed + littleEndian(checksum(of: bytes), 4)
      + littleEndian(UInt32(truncatingIfNeeded: bytes.count), 4)
  }

  /// The beginning of packed bytes that unpack to a text and then to very many equal letters.
  ///
  /// Eight copies of 258 letters take 13 bytes, so that the block that is repeated is that long.
  ///
  /// - Parameters:
  ///   - text: What stands before the letters, less than 64 KiB.
  ///   - letter: The letter.
  ///   - blocks: How many times 2,064 letters follow.
  /// - Returns: What to send; it ends in the middle.
  static func bomb(after text: [UInt8], of letter: UInt8, blocks: Int) -> Payload {
    let stored = text + [letter]
    var start = header + [0]
    start += littleEndian(UInt32(stored.count), 2) + littleEndian(~UInt32(stored.count), 2)
    start += stored
    var bits = BitWriter()
    // The last block, with the fixed codes; with one copy these are two bytes.
    bits.append(0b1, 1)
    bits.append(0b01, 2)
    bits.appendCopy()
    var block = BitWriter()
    for _ in 0..<8 { block.appendCopy() }
    var payload = Payload(start + bits.bytes)
    payload.append(block.bytes, times: blocks)
    return payload
  }

  private static func littleEndian(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { entry(UInt32($0)) }
    var sum: UInt32 = .max
    for byte in bytes {
      let index = Int(UInt8(truncatingIfNeeded: sum) ^ byte)
      sum = table[index] ^ (sum >> 8)
    }
    return ~sum
  }

  private static func entry(_ index: UInt32) -> UInt32 {
    var value = index
    for _ in 0..<8 {
      let isOdd = value & 1 == 1
      value >>= 1
      if isOdd { value ^= 0xEDB8_8320 }
    }
    return value
  }
}

/// Bits, the least significant of a byte first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ value: Int, _ bits: Int) {
    for bit in 0..<bits {
      if count % 8 == 0 { bytes.append(0) }
      if value >> bit & 1 == 1 { bytes[count / 8] |= 1 << UInt8(count % 8) }
      count += 1
    }
  }

  /// 258 bytes from one byte before: the code 285 and the distance 1, most significant bit first.
  mutating func appendCopy() {
    append(0b1010_0011, 8)
    append(0, 5)
  }
}
