import KinoXML

/// Makes of what writers of NFOs take for XML a document that a strict parser reads.
///
/// Declarations of XML may stand anywhere and are left out, as are comments and control characters.
/// Characters by HTML's names are written out, and what is no reference is no reference. All roots, and
/// text between and behind them, lie in one root.
struct XMLCleaning {
  private let input: [UInt8]
  private var output = Array("<nfo>".utf8)
  private var place = 0

  private init(_ input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count + 64)
  }

  /// Cleans a text in UTF-8.
  ///
  /// Linear in its length; the result is at most six times as long.
  ///
  /// - Throws: `documentType` for one that may define entities.
  static func document(_ text: [UInt8]) throws(XMLFailure) -> [UInt8] {
    var cleaning = XMLCleaning(text)
    while cleaning.place < text.count { try cleaning.step() }
    return cleaning.output + Array("</nfo>".utf8)
  }

  private mutating func step() throws(XMLFailure) {
    let byte = input[place]
    switch byte {
    case UInt8(ascii: "<"): try markup()
    case UInt8(ascii: "&"): reference()
    default:
      let start = place
      while place < input.count, Self.isPlain(input[place]) { place += 1 }
      output += input[start..<place]
      // What XML does not allow.
      if place == start { place += 1 }
    }
  }

  /// Whether a byte stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isAllowed(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
  }

  private mutating func markup() throws(XMLFailure) {
    let next = place + 1 < input.count ? input[place + 1] : 0
    if next == UInt8(ascii: "?") { return skip(through: "?>") }
    if next == UInt8(ascii: "!") {
      if starts("<!--") { return skip(through: "-->") }
      if starts("<![CDATA[") { return characterData() }
      throw .documentType
    }
    let isTag = next == UInt8(ascii: "/") || next == UInt8(ascii: "_") || next >= 0x80
    let letter = next | 0x20
    if isTag || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) {
      output.append(UInt8(ascii: "<"))
    } else {
      output += "&lt;".utf8
    }
    place += 1
  }

  private mutating func characterData() {
    let end = end(of: "]]>")
    for byte in input[place..<end] where Self.isAllowed(byte) { output.append(byte) }
    place = end
  }

  private mutating func skip(through mark: StaticString) { place = end(of: mark) }

  /// The place behind a mark; the end where there is none.
  private func end(of mark: StaticString) -> Int {
    let mark = Array(mark.description.utf8)
    var start = place
    while start + mark.count <= input.count {
      if input[start] == mark[0], input[start..<start + mark.count].elementsEqual(mark) {
        return start + mark.count
      }
      start += 1
    }
    return input.count
  }

  private mutating func reference() {
    let limit = min(input.count, place + 12)
    let end = input[place..<limit].firstIndex(of: UInt8(ascii: ";"))
    guard let end, end > place + 1 else {
      output += "&amp;".utf8
      place += 1
      return
    }
    let name = input[(place + 1)..<end]
    place = end + 1
    if name.first == UInt8(ascii: "#") {
      if let scalar = Self.scalar(name.dropFirst()) { append(scalar) }
    } else if ["amp", "lt", "gt", "quot", "apos"].contains(String(decoding: name, as: UTF8.self)) {
      output += input[(name.startIndex - 1)...end]
    } else if let character = CharacterNames.utf8(name) {
      output += character
    } else {
      output += "&amp;".utf8
      place = name.startIndex
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "<": output += "&lt;".utf8
    case ">": output += "&gt;".utf8
    case "&": output += "&amp;".utf8
    case "\"": output += "&quot;".utf8
    case "'": output += "&apos;".utf8
    default: output += String(scalar).utf8
    }
  }

  /// What a number stands for, decimal or after an `x`; `nil` for what XML does not allow.
  private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let text = String(decoding: digits, as: UTF8.self).lowercased()
    let value = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    guard let value, value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value),
      value & 0xFFFE != 0xFFFE
    else { return nil }
    return Unicode.Scalar(value)
  }

  private func starts(_ text: StaticString) -> Bool {
    input[place...].starts(with: text.description.utf8)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
