/// The strings of one JSON object (RFC 8259) on a line; what is nested in it is passed over.
struct FlatObject {
  /// The members whose values are strings, by name.
  private(set) var strings: [String: String] = [:]
  private let bytes: [UInt8]
  private var place = 0

  /// Reads a line; `nil` if it is no object.
  init?(_ line: String) {
    bytes = Array(line.utf8)
    guard readObject() else { return nil }
  }

  private mutating func readObject() -> Bool {
    guard take("{") else { return false }
    if take("}") { return isAtEnd }
    repeat {
      guard let name = readString(), take(":") else { return false }
      if peek() == UInt8(ascii: "\"") {
        guard let value = readString() else { return false }
        strings[name] = value
      } else {
        guard skipValue() else { return false }
      }
    } while take(",")
    return take("}") && isAtEnd
  }

  private var isAtEnd: Bool { bytes[place...].allSatisfy { Self.blanks.contains($0) } }
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func peek() -> UInt8? {
    while place < bytes.count, Self.blanks.contains(bytes[place]) { place += 1 }
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func readString() -> String? {
    guard take("\"") else { return nil }
    var units: [UInt16] = []
    var text = ""
    var plain = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        text += Self.text(units) + String(decoding: bytes[plain..<place], as: UTF8.self)
        place += 1
        return text
      case UInt8(ascii: "\\"):
        let run = String(decoding: bytes[plain..<place], as: UTF8.self)
        if !run.isEmpty {
          text += Self.text(units) + run
          units = []
        }
        guard let unit = readEscape() else { return nil }
        units.append(unit)
        plain = place
      default:
        place += 1
      }
    }
    return nil
  }

  /// Escapes come as units of UTF-16, of which two may make a character.
  private static func text(_ units: [UInt16]) -> String { String(decoding: units, as: UTF16.self) }

  private mutating func readEscape() -> UInt16? {
    guard place + 1 < bytes.count else { return nil }
    let kind = bytes[place + 1]
    place += 2
    switch kind {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u"):
      guard place + 4 <= bytes.count else { return nil }
      defer { place += 4 }
      return UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    default: return UInt16(kind)
    }
  }

  /// Passes over a number, a word, or a value with others in it.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        guard readString() != nil else { return false }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
      place += 1
    }
    return false
  }
}
