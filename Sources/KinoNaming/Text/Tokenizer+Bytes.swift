extension Tokenizer {
  /// What a byte, or the character that begins with it, does to a name.
  enum Kind {
    case letter, digit
    case gap(Gap)
    case open(UInt8)
    case close(UInt8)
  }

  /// The kind and the length of the character at `index`; bytes that are no text are letters.
  static func kind(_ bytes: [UInt8], _ index: Int, _ end: Int) -> (Kind, Int) {
    let byte = bytes[index]
    if byte < 0x80 { return (ascii(byte), 1) }
    guard byte == 0xC2 || byte >= 0xE2 else { return (.letter, 1) }
    if byte == 0xC2 {
      guard index + 1 < end, bytes[index + 1] == 0xA0 else { return (.letter, 1) }
      return (.gap(.space), 2)
    }
    guard index + 2 < end else { return (.letter, 1) }
    return (wide(byte, bytes[index + 1], bytes[index + 2]), byte < 0xF0 ? 3 : 1)
  }

  /// Whether an ASCII character stands between words.
  static func separates(_ byte: UInt8) -> Bool {
    if case .letter = ascii(byte) { return false }
    return !byte.isDigit
  }

  private static func ascii(_ byte: UInt8) -> Kind {
    switch byte {
    case 0x30...0x39: .digit
    case 0x41...0x5A, 0x61...0x7A: .letter
    case UInt8(ascii: " "), 0x00...0x1F: .gap(.space)
    case UInt8(ascii: "."): .gap(.dot)
    case UInt8(ascii: "_"): .gap(.underscore)
    case UInt8(ascii: "-"): .gap(.dash)
    case UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "&"): .gap(.list)
    case UInt8(ascii: ":"), UInt8(ascii: ";"): .gap(.colon)
    case UInt8(ascii: "~"): .gap(.tilde)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"): .gap(.slash)
    case UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "="): .gap(.other)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .open(byte)
    case UInt8(ascii: ")"): .close(UInt8(ascii: "("))
    case UInt8(ascii: "]"): .close(UInt8(ascii: "["))
    case UInt8(ascii: "}"): .close(UInt8(ascii: "{"))
    default: .letter
    }
  }

  /// Characters of three bytes: brackets and separators of East Asian and typographic names.
  private static func wide(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Kind {
    switch (first, second, third) {
    case (0xE3, 0x80, 0x90), (0xE3, 0x80, 0x8C), (0xE3, 0x80, 0x8E), (0xEF, 0xBC, 0xBB):
      .open(UInt8(ascii: "["))
    case (0xE3, 0x80, 0x91), (0xE3, 0x80, 0x8D), (0xE3, 0x80, 0x8F), (0xEF, 0xBC, 0xBD):
      .close(UInt8(ascii: "["))
    case (0xEF, 0xBC, 0x88): .open(UInt8(ascii: "("))
    case (0xEF, 0xBC, 0x89): .close(UInt8(ascii: "("))
    case (0xE3, 0x80, 0x80): .gap(.space)
    case (0xE2, 0x80, 0x93), (0xE2, 0x80, 0x94): .gap(.dash)
    case (0xEF, 0xBD, 0x9E), (0xE3, 0x80, 0x9C): .gap(.tilde)
    case (0xEF, 0xBC, 0x9A): .gap(.colon)
    case (0xE2, 0x98, 0x85), (0xE2, 0x98, 0x86), (0xE2, 0xAD, 0x90), (0xE2, 0x84, 0x96):
      .gap(.other)
    default: .letter
    }
  }
}
