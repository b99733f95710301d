import KinoSQL

/// A JSON value, as the columns that end in `_json` hold it.
///
/// Numbers are integers: nothing that is stored here needs fractions.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a member; `nil` when this is no object or has no such member.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text; `nil` when this is of another kind.
  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number; `nil` when this is of another kind.
  package var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The truth value; `nil` when this is of another kind.
  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements; `nil` when this is of another kind.
  package var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members; `nil` when this is of another kind.
  package var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value as JSON text without white space; members in the order of their names, so that equal
  /// values have equal text.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .string(let value): value.jsonQuoted
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { $0.key.jsonQuoted + ":" + $0.value.text }
        .joined(separator: ",") + "}"
    }
  }
}

extension JSONValue {
  /// Bytes as upper-case hex digits, the form that SQLite's `hex()` gives.
  package static func hex(_ bytes: [UInt8]) -> JSONValue {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return .string(String(decoding: text, as: UTF8.self))
  }

  /// Reads what ``hex(_:)`` wrote; `nil` for anything else.
  package var hexBytes: [UInt8]? {
    guard let text = stringValue, text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 {
      guard let digit = byte.hexDigit else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }
}

extension UInt8 {
  /// What a hex digit of ASCII stands for.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
