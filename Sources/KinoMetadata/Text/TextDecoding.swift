/// Decodes the text of files that say their encoding wrongly or not at all.
enum TextDecoding {
  /// The text in UTF-8: by its byte-order mark, else by the encoding that it declares, else as UTF-8,
  /// and as Windows-1252 where it is none.
  ///
  /// What declares Latin-1 and reads well as UTF-8 is UTF-8: the other way round it would be a strange
  /// coincidence. A mark that stands in front of another encoding than it means is not believed.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if let text = marked(bytes) { return text }
    if let isLittle = lookOfUTF16(bytes) { return utf16(bytes[...], isLittle: isLittle) }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    switch declaredEncoding(of: bytes) {
    case "windows-1251", "cp1251": return isUTF8 ? bytes : Codepage.cyrillic.utf8(bytes)
    case "iso-8859-15", "latin9": return isUTF8 ? bytes : Codepage.euro.utf8(bytes)
    case "windows-1250", "cp1250": return isUTF8 ? bytes : Codepage.central.utf8(bytes)
    default: return isUTF8 ? bytes : Codepage.western.utf8(bytes)
    }
  }

  private static func marked(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      let text = Array(bytes.dropFirst(3))
      return String(validating: text, as: UTF8.self) != nil ? text : Codepage.western.utf8(text)
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittle: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittle: false) }
    return nil
  }

  /// Whether a document begins with a tag in UTF-16, and in which order of bytes.
  private static func lookOfUTF16(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0x3C, 0]) { return true }
    return bytes.starts(with: [0, 0x3C]) ? false : nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
      place += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What stands behind `encoding=` in the document's first line, in small letters.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    let head = bytes.prefix(200).map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    let name = Array("encoding=".utf8)
    let start = head.indices.first { head[$0] == name[0] && head[$0...].starts(with: name) }
    guard let start, start + name.count < head.count else { return nil }
    let value = head[(start + name.count)...]
    guard let quote = value.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote) else {
      return nil
    }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }
}

/// An encoding of one byte a character, by its upper half.
struct Codepage {
  private let upper: [Unicode.Scalar]

  /// Characters of 0x80 to 0xBF differ between pages; what a page does not say is Latin-1.
  private init(_ changes: [(ClosedRange<UInt8>, String)]) {
    var upper = (UInt32(0x80)...0xFF).map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    for (range, text) in changes {
      for (byte, scalar) in zip(range, text.unicodeScalars) { upper[Int(byte) - 0x80] = scalar }
    }
    self.upper = upper
  }

  func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80])
    }
    return Array(String(text).utf8)
  }

  /// Windows-1252.
  static let western = Codepage([
    (0x80...0x9F, "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ")
  ])
  /// ISO-8859-15.
  static let euro = Codepage([
    (0xA4...0xA4, "€"), (0xA6...0xA6, "Š"), (0xA8...0xA8, "š"), (0xB4...0xB4, "Ž"),
    (0xB8...0xB8, "ž"), (0xBC...0xBE, "ŒœŸ"),
  ])
  /// Windows-1250.
  static let central = Codepage([
    (0x80...0x9F, "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź"),
    (0xA0...0xBF, "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"),
    (0xC0...0xDF, "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"),
    (0xE0...0xFF, "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"),
  ])
  /// Windows-1251.
  static let cyrillic = Codepage([
    (0x80...0x9F, "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ"),
    (0xA0...0xBF, "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"),
    (0xC0...0xDF, "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
    (0xE0...0xFF, "абвгдежзийклмнопрстуфхцчшщъыьэюя"),
  ])
}
