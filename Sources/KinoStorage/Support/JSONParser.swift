extension JSONValue {
  /// Reads JSON text; `nil` when it is malformed, has fractions, or nests deeper than 64 levels.
  package init?(text: String) {
    var parser = JSONParser(text)
    guard let value = parser.document() else { return nil }
    self = value
  }
}

/// A strict reader of RFC 8259, without fractions and exponents; ADR 0004 says why it is our own.
private struct JSONParser {
  private static let depthLimit = 64
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() -> JSONValue? {
    guard let value = value() else { return nil }
    skipSpace()
    return position == bytes.count ? value : nil
  }

  private mutating func value() -> JSONValue? {
    skipSpace()
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return integer()
    }
  }

  private mutating func nested(_ body: (inout JSONParser) -> JSONValue?) -> JSONValue? {
    guard depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return body(&self)
  }

  private mutating func object() -> JSONValue? {
    var members: [String: JSONValue] = [:]
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard let name = string(), take(":"), let value = value() else { return nil }
      members[name] = value
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array() -> JSONValue? {
    var values: [JSONValue] = []
    if take("]") { return .array(values) }
    while true {
      guard let value = value() else { return nil }
      values.append(value)
      if take("]") { return .array(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func string() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return codePoint()
    default: return nil
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let second = codeUnit(), (0xDC00...0xDFFF).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    position += 4
    return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
  }

  private mutating func integer() -> JSONValue? {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    let isPadded = position - first > 1 && bytes[first] == UInt8(ascii: "0")
    guard !isPadded else { return nil }
    return Int64(String(decoding: bytes[start..<position], as: UTF8.self)).map(JSONValue.integer)
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let text = Array(word.description.utf8)
    guard bytes[position...].starts(with: text) else { return nil }
    position += text.count
    return value
  }

  /// Skips white space and, if it comes next, the character.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }
}
