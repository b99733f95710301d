/// The parts of a subtitle's name behind its video's, told apart.
struct SubtitleTags {
  private(set) var language: Found<String>?
  private(set) var title: Found<String>?
  private(set) var isDefault = false
  private(set) var isForced = false
  private(set) var isForHearingImpaired = false

  private let text: PathText
  private var parts: [Range<Int>] = []

  init(_ text: PathText, _ tail: Range<Int>) {
    self.text = text
    var start = tail.lowerBound
    for index in tail where text.raw[index] == UInt8(ascii: ".") {
      if index > start { parts.append(start..<index) }
      start = index + 1
    }
    if tail.upperBound > start { parts.append(start..<tail.upperBound) }
  }

  /// Reads the parts; the last language counts, and `hi` is Hindi only where no other is named.
  mutating func read() {
    var rest: [Range<Int>] = []
    for part in parts where !readFlag(part) { rest.append(part) }
    parts = rest
    let last = parts.lastIndex { !isHearing($0) && SubtitleLanguages.tag(text, $0) != nil }
    if let last {
      let saysHearing = parts.indices.contains { $0 != last && isHearing(parts[$0]) }
      isForHearingImpaired = isForHearingImpaired || saysHearing
      take(last)
      parts = parts.indices.filter { $0 != last && !isHearing(parts[$0]) }.map { parts[$0] }
    } else if let hindi = parts.lastIndex(where: isHearing) {
      take(hindi)
      parts.remove(at: hindi)
    } else if let first = parts.first {
      readLanguage(before: first)
    }
    readTitle()
  }

  private mutating func take(_ index: Int) {
    language = SubtitleLanguages.tag(text, parts[index]).map {
      Found($0, Evidence(parts[index], .word))
    }
  }

  private func isHearing(_ part: Range<Int>) -> Bool { folded(part) == "hi" }

  private func folded(_ part: Range<Int>) -> String {
    String(decoding: text.folded[part], as: UTF8.self)
  }

  private mutating func readFlag(_ part: Range<Int>) -> Bool {
    guard part.count <= 8 else { return false }
    switch folded(part) {
    case "default": isDefault = true
    case "forced", "foreign": isForced = true
    case "sdh", "cc": isForHearingImpaired = true
    default: return false
    }
    return true
  }

  /// `ru-name`: a language and a title in one part.
  private mutating func readLanguage(before part: Range<Int>) {
    guard let hyphen = text.raw[part].firstIndex(of: UInt8(ascii: "-")), hyphen > part.lowerBound,
      hyphen + 1 < part.upperBound, let tag = SubtitleLanguages.tag(text, part.lowerBound..<hyphen)
    else { return }
    language = Found(tag, Evidence(part.lowerBound..<hyphen, .word))
    parts[0] = hyphen + 1..<part.upperBound
  }

  private mutating func readTitle() {
    guard let first = parts.first, let last = parts.last else { return }
    let isTogether = zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
    let range = withoutCopy(isTogether ? first.lowerBound..<last.upperBound : last)
    guard !range.isEmpty else { return }
    title = Found(String(decoding: text.raw[range], as: UTF8.self), Evidence(range, .title))
  }

  /// Leaves out the number of a second copy: `name - 1`.
  private func withoutCopy(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, text.raw[end - 1].isDigit { end -= 1 }
    guard end < range.upperBound, end - 3 > range.lowerBound,
      text.raw[end - 3..<end].elementsEqual(" - ".utf8)
    else { return range }
    return range.lowerBound..<end - 3
  }
}
