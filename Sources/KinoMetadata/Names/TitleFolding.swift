package import KinoCore

/// Makes of a title what equal titles have in common, and what titles are sorted by.
package struct TitleFolding: TitleKeys {
  private let folding: any UnicodeFolding

  /// Uses a folding of case, which plain ASCII does without.
  package init(_ folding: any UnicodeFolding) {
    self.folding = folding
    version = "title-1/\(folding.version)"
  }

  /// Changes whenever a result may.
  package let version: String

  /// A title without case, punctuation and doubled spaces; `&` is `and`.
  ///
  /// Empty for a title that has neither letters nor digits.
  package func folded(_ title: String) -> String {
    if let plain = Self.foldedASCII(title) { return plain }
    var result = String.UnicodeScalarView()
    var gap = false
    for scalar in folding.folded(title).unicodeScalars {
      switch Self.role(of: scalar) {
      case .letter:
        if gap, !result.isEmpty { result.append(" ") }
        gap = false
        result.append(scalar)
      case .gap: gap = true
      case .nothing: break
      case .and:
        if !result.isEmpty { result.append(" ") }
        result.append(contentsOf: "and".unicodeScalars)
        gap = true
      }
    }
    return String(result)
  }

  /// What a list sorts a title by: folded, without an article in front, each number behind the
  /// count of its digits, so that 2 comes before 10.
  package func sortKey(_ title: String) -> SortKey { sortKey(folded: folded(title)) }

  /// As ``sortKey(_:)``, of a title that is folded already.
  package func sortKey(folded title: String) -> SortKey {
    let text = Array(title.utf8)
    let words = text[Self.lengthOfArticle(text)...]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count + 4)
    var place = words.startIndex
    while place < words.endIndex {
      guard Self.isDigit(words[place]) else {
        bytes.append(words[place])
        place += 1
        continue
      }
      var end = place
      while end < words.endIndex, Self.isDigit(words[end]) { end += 1 }
      var start = place
      while start < end - 1, words[start] == UInt8(ascii: "0") { start += 1 }
      // Digits lie at 0x30; what counts them lies there, too, so that numbers stay before letters.
      bytes.append(UInt8(min(9, end - start)) + UInt8(ascii: "0"))
      bytes += words[start..<end]
      place = end
    }
    return SortKey(bytes, version: version)
  }

  private enum Role { case letter, gap, nothing, and }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar == "&" { return .and }
    // It stands within words: "don't" is one.
    if scalar == "'" || scalar == "\u{2019}" { return .nothing }
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return .letter }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .otherLetter, .modifierLetter:
      return .letter
    case .otherSymbol, .mathSymbol, .currencySymbol: return .letter
    default: return .gap
    }
  }

  private static func foldedASCII(_ title: String) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(title.utf8.count)
    var gap = false
    for byte in title.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "'"): break
      case UInt8(ascii: "&"):
        if !result.isEmpty { result.append(UInt8(ascii: " ")) }
        result += "and".utf8
        gap = true
      // These three are symbols beyond ASCII's own punctuation.
      case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "="),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if gap, !result.isEmpty { result.append(UInt8(ascii: " ")) }
        gap = false
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        result.append(isUpper ? byte | 0x20 : byte)
      default: gap = true
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Articles of languages in which they are nothing else.
  private static let articles = ["the ", "a ", "an ", "der ", "das ", "le ", "la ", "les ", "el "]
    .map { Array($0.utf8) }

  private static func lengthOfArticle(_ text: [UInt8]) -> Int {
    articles.first { text.starts(with: $0) && text.count > $0.count }?.count ?? 0
  }
}
