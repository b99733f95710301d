/// Percent-encoding of URLs (RFC 3986, section 2.1), over raw bytes.
enum PercentCoding {
  /// Decodes once what is validly encoded; a `%` without two hexadecimal digits stays as it is.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(percent) else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let value = value(at: index, of: bytes) {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Appends one segment of a path with everything but unreserved characters encoded, so that no
  /// server takes a `+`, `;` or `&` for anything but itself.
  static func append(segment: some Sequence<UInt8>, to target: inout [UInt8]) {
    for byte in segment {
      if isUnreserved(byte) { target.append(byte) } else { append(encoded: byte, to: &target) }
    }
  }

  /// A path with query as a server or a person wrote it, made fit for a request line: what is not
  /// allowed there is encoded, and what is encoded stays.
  static func sanitised(_ target: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(target.count)
    for index in target.indices {
      let byte = target[index]
      if byte == percent ? value(at: index, of: target) != nil : isAllowedInTarget(byte) {
        result.append(byte)
      } else {
        append(encoded: byte, to: &result)
      }
    }
    return result
  }

  private static let percent = UInt8(ascii: "%")
  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func append(encoded byte: UInt8, to target: inout [UInt8]) {
    target.append(percent)
    target.append(digits[Int(byte >> 4)])
    target.append(digits[Int(byte & 15)])
  }

  private static func value(at index: Int, of bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes[index] == percent, index + 2 < bytes.endIndex,
      let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  private static let otherAllowed = Set("!$&'()*+,;=:@/?".utf8)

  private static func isAllowedInTarget(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || otherAllowed.contains(byte)
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The ASCII letter in lower case; other bytes as they are.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// Whether it is white space in XML and in header fields.
  var isWhitespace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}

extension Collection<UInt8> where SubSequence: BidirectionalCollection {
  /// Without the white space at both ends.
  var trimmed: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return rest
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes are this ASCII text in whatever case; `text` is in lower case.
  func matches(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      unsafe lazy.map(\.lowercased).elementsEqual(text)
    }
  }
}
