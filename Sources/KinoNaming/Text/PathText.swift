/// The bytes of a path, and the same in lower case, byte for byte.
struct PathText {
  /// As they came.
  let raw: [UInt8]
  /// The same in lower case: ASCII, Latin-1, Greek and Cyrillic letters.
  ///
  /// Of the same length, so that an offset means the same in both. A cross or a Cyrillic х between
  /// digits becomes `x0`.
  let folded: [UInt8]

  init(_ raw: [UInt8]) {
    self.raw = raw
    folded = Self.fold(raw)
  }

  private static func fold(_ raw: [UInt8]) -> [UInt8] {
    var bytes = raw
    var seen: UInt8 = 0
    var span = bytes.mutableSpan
    for index in span.indices {
      let byte = span[index]
      seen |= byte
      span[index] = byte.isUpper ? byte | 0x20 : byte
    }
    if seen >= 0x80 { foldPairs(&bytes) }
    return bytes
  }

  /// Letters of two bytes, which most names have none of.
  private static func foldPairs(_ bytes: inout [UInt8]) {
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] >= 0xC3, bytes[index] <= 0xD1 {
        foldPair(&bytes, at: index)
        index += 1
      }
      index += 1
    }
  }

  private static func foldPair(_ bytes: inout [UInt8], at index: Int) {
    let second = bytes[index + 1]
    switch (bytes[index], second) {
    case (0xC3, 0x97), (0xD1, 0x85), (0xD0, 0xA5):
      guard isBetweenDigits(bytes, index) else { break }
      bytes[index] = UInt8(ascii: "x")
      bytes[index + 1] = UInt8(ascii: "0")
    case (0xC3, 0x80...0x9E): bytes[index + 1] = second + 0x20
    case (0xD0, 0x90...0x9F): bytes[index + 1] = second + 0x20
    case (0xCE, 0x86...0xA9):
      (bytes[index], bytes[index + 1]) = foldGreek(second)
    case (0xD0, 0xA0...0xAF):
      bytes[index] = 0xD1
      bytes[index + 1] = second - 0x20
    case (0xD0, 0x81):
      bytes[index] = 0xD1
      bytes[index + 1] = 0x91
    default: break
    }
  }

  /// A Greek letter of U+0386 to U+03A9, by its second byte.
  private static func foldGreek(_ second: UInt8) -> (UInt8, UInt8) {
    switch second {
    case 0x86: (0xCE, 0xAC)
    case 0x88...0x8A: (0xCE, second + 0x25)
    case 0x8C: (0xCF, 0x8C)
    case 0x8E, 0x8F: (0xCF, second - 0x01)
    case 0x91...0x9F: (0xCE, second + 0x20)
    case 0xA0...0xA9: (0xCF, second - 0x20)
    default: (0xCE, second)
    }
  }

  private static func isBetweenDigits(_ bytes: [UInt8], _ index: Int) -> Bool {
    index > 0 && bytes[index - 1].isDigit && index + 2 < bytes.count && bytes[index + 2].isDigit
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isUpper: Bool { self &- 0x41 < 26 }
  var isLower: Bool { self &- 0x61 < 26 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isHex: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
