import KinoCore

/// Reads values out of texts that people and programs have written in many ways.
///
/// What makes no sense is nothing.
enum FieldValue {
  /// A text on one line, without white space around it; `nil` when nothing is left.
  static func line(_ element: XMLElement) -> String? { line(element.text) }

  /// A text on one line; a longer one than a title may be is cut.
  static func line(_ text: String) -> String? {
    line(Array(text.utf8))
  }

  private static func line(_ text: [UInt8]) -> String? {
    var words: [UInt8] = []
    words.reserveCapacity(text.count)
    var gap = false
    for byte in text {
      if byte <= 0x20 {
        gap = !words.isEmpty
        continue
      }
      if gap { words.append(0x20) }
      gap = false
      words.append(byte)
    }
    guard !words.isEmpty else { return nil }
    return cut(String(decoding: words, as: UTF8.self), to: MetadataRecord.Limit.title)
  }

  /// A text with its line breaks, without white space around it.
  static func text(_ element: XMLElement) -> String? { text(element.text) }

  /// A text with its line breaks, cut where it is too long.
  static func text(_ text: String) -> String? {
    Self.text(Array(text.utf8))
  }

  private static func text(_ text: [UInt8]) -> String? {
    guard let first = text.firstIndex(where: { $0 > 0x20 }),
      let last = text.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    return cut(String(decoding: text[first...last], as: UTF8.self), to: MetadataRecord.Limit.text)
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      if length > limit { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// The parts of texts, each once.
  static func list(_ texts: [String], _ separators: String) -> [String] {
    var parts: [String] = []
    let separators = Array(separators.utf8)
    for text in texts {
      for part in text.utf8.split(whereSeparator: { separators.contains($0) }) {
        guard let part = line(Array(part)), !parts.contains(part),
          parts.count < MetadataRecord.Limit.list
        else { continue }
        parts.append(part)
      }
    }
    return parts
  }

  /// A number of a season or an episode.
  static func ordinal(_ text: String) -> Int? {
    Int(text).flatMap { (0...99_999).contains($0) ? $0 : nil }
  }

  /// A year at the beginning of a text.
  static func year(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 4, let year = Int(digits) else { return nil }
    return (1850...2200).contains(year) ? year : nil
  }

  /// A date as `YYYY-MM-DD`, of one with the year first, or of `DD.MM.YYYY`.
  static func date(_ text: String) -> String? {
    let parts = text.prefix(10).split { !($0.isASCII && $0.isNumber) }.map(String.init)
    if parts.count == 1, parts[0].count == 8 {
      let digits = parts[0]
      return date(digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2))
    }
    guard parts.count == 3 else { return nil }
    if parts[0].count == 4 { return date(parts[0][...], parts[1][...], parts[2][...]) }
    guard parts[2].count == 4, text.contains(".") else { return nil }
    return date(parts[2][...], parts[1][...], parts[0][...])
  }

  private static func date(_ year: Substring, _ month: Substring, _ day: Substring) -> String? {
    guard let year = Self.year(String(year)), let month = Int(month), let day = Int(day),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let two = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    return "\(year)-\(two(month))-\(two(day))"
  }

  /// A running time: `136`, `136 min`, `2h 16m`, `2:16:00`, `PT2H16M`.
  static func minutes(_ text: String) -> Int? {
    let text = text.lowercased()
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.prefix(3).map { Int($0) ?? 0 }
    guard let first = numbers.first, first <= 100_000 else { return nil }
    var minutes = first
    if text.contains("h") || text.contains(":"), first < 100 {
      minutes = first * 60 + (numbers.count > 1 ? min(numbers[1], 59) : 0)
    }
    return (1...6_000).contains(minutes) ? minutes : nil
  }

  /// A number with a point or a comma.
  static func decimal(_ text: String) -> Double? {
    let plain = String(text.map { $0 == "," ? "." : $0 })
    return Double(plain).flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
  }

  /// A rating on a scale from 0 to 1,000; 0 says that there is none.
  static func hundredths(_ text: String, outOf most: Double) -> Int? {
    guard let value = decimal(text), most >= 1, value > 0, value <= most else { return nil }
    return Int((value / most * 1_000).rounded())
  }

  /// A number of votes, with or without separators.
  static func count(_ text: String) -> Int? {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    guard digits.count <= 12, let count = Int(digits), count > 0 else { return nil }
    return count
  }

  /// An address of the web that carries no credentials and is not too long.
  static func address(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.count <= 2_000,
      bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8),
      !bytes.contains(where: { $0 <= 0x20 })
    else { return nil }
    let slash = UInt8(ascii: "/")
    let host = bytes.drop { $0 != slash }.dropFirst(2).prefix { $0 != slash }
    return host.isEmpty || host.contains(UInt8(ascii: "@")) ? nil : text
  }
}
