/// A JSON document of anybody's, numbers as they are written.
///
/// Unlike what the library stores, it may have fractions, and text in it that is no UTF-8 is mended.
enum LooseJSON: Equatable {
  case nothing
  case truth(Bool)
  case number(String)
  case text(String)
  case list([LooseJSON])
  case members([String: LooseJSON])

  /// Reads a document; `nil` when it is malformed, nests deeper than 32 levels, or has more than
  /// 50,000 values.
  init?(_ bytes: [UInt8]) {
    var reader = LooseJSONReader(bytes)
    guard let value = reader.document() else { return nil }
    self = value
  }

  /// The value of a member; `nil` when there is none.
  subscript(_ name: String) -> LooseJSON? {
    if case .members(let members) = self { members[name] } else { nil }
  }

  /// A text, or a number as it is written; not an empty one.
  var line: String? {
    switch self {
    case .text(let text), .number(let text): FieldValue.line(text)
    default: nil
    }
  }

  /// The elements of a list; a value that is no list is the only one.
  var elements: [LooseJSON] {
    switch self {
    case .list(let values): values
    case .nothing: []
    default: [self]
    }
  }
}

/// Reads RFC 8259 in one pass.
private struct LooseJSONReader {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() -> LooseJSON? {
    guard let value = value() else { return nil }
    skipSpace()
    return place == bytes.count ? value : nil
  }

  private mutating func value() -> LooseJSON? {
    skipSpace()
    count += 1
    guard place < bytes.count, count <= 50_000, depth < 32 else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return nested { $0.members() }
    case UInt8(ascii: "["): return nested { $0.list() }
    case UInt8(ascii: "\""): return string().map(LooseJSON.text)
    case UInt8(ascii: "t"): return word("true", .truth(true))
    case UInt8(ascii: "f"): return word("false", .truth(false))
    case UInt8(ascii: "n"): return word("null", .nothing)
    default: return number()
    }
  }

  private mutating func nested(_ body: (inout LooseJSONReader) -> LooseJSON?) -> LooseJSON? {
    depth += 1
    place += 1
    defer { depth -= 1 }
    return body(&self)
  }

  private mutating func members() -> LooseJSON? {
    var members: [String: LooseJSON] = [:]
    if take("}") { return .members(members) }
    while true {
      skipSpace()
      guard let name = string(), take(":"), let value = value() else { return nil }
      members[name] = value
      if take("}") { return .members(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func list() -> LooseJSON? {
    var values: [LooseJSON] = []
    if take("]") { return .list(values) }
    while true {
      guard let value = value() else { return nil }
      values.append(value)
      if take("]") { return .list(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func string() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += String(scalar).utf8
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "f"): return " "
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return codePoint()
    default: return Unicode.Scalar(byte)
    }
  }

  /// A half of a pair without the other is a replacement character.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard bytes[place...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    place += 2
    guard let second = codeUnit() else { return nil }
    guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func codeUnit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
    place += 4
    return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
  }

  private mutating func number() -> LooseJSON? {
    let start = place
    while place < bytes.count, Self.isOfNumber(bytes[place]), place - start < 64 { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return Double(text) == nil ? nil : .number(text)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  private mutating func word(_ word: StaticString, _ value: LooseJSON) -> LooseJSON? {
    guard bytes[place...].starts(with: word.description.utf8) else { return nil }
    place += word.utf8CodeUnitCount
    return value
  }

  /// Skips white space and, if it comes next, the character.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }
}
