package import KinoCore

/// Makes of texts what they are searched by.
package struct SearchText: SearchFolding {
  private let folding: any UnicodeFolding

  /// Uses a folding of case.
  package init(_ folding: any UnicodeFolding) { self.folding = folding }

  package var version: String { "search-1/\(folding.version)" }

  package func searchable(_ text: String) -> String {
    if let plain = Self.searchableASCII(text) { return plain }
    var result = String.UnicodeScalarView()
    var gap = false
    func add(_ scalar: Unicode.Scalar) {
      if gap, !result.isEmpty { result.append(" ") }
      gap = false
      result.append(scalar)
    }
    for scalar in folding.folded(text).unicodeScalars {
      switch scalar {
      case "œ": for part in "oe".unicodeScalars { add(part) }
      case "æ": for part in "ae".unicodeScalars { add(part) }
      case "ß": for part in "ss".unicodeScalars { add(part) }
      case "ø": add("o")
      case "đ": add("d")
      case "ł": add("l")
      case "'", "\u{2019}": break
      case "\u{FF01}"..."\u{FF5E}":
        // The wide forms of ASCII.
        if let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { add(narrow) }
      default:
        if Self.isWordOfItself(scalar) {
          gap = true
          add(scalar)
          gap = true
        } else if scalar.properties.isWhitespace {
          gap = true
        } else {
          add(scalar)
        }
      }
    }
    return String(result)
  }

  /// The same of a text that is ASCII, of which most are; `nil` for any other.
  private static func searchableASCII(_ text: String) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var gap = false
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "'"): break
      case 0x09...0x0D, 0x20: gap = true
      default:
        if gap, !result.isEmpty { result.append(UInt8(ascii: " ")) }
        gap = false
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        result.append(isUpper ? byte | 0x20 : byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether texts of a character's script have no spaces between words.
  private static func isWordOfItself(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }
}
