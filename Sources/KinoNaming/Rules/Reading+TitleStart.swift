extension Reading {
  /// Finds the first word of the title: behind addresses, groups in brackets and descriptions.
  mutating func findTitleStart() {
    titleStart = isPrefixed ? 1 : 0
    var steps = 0
    while titleStart < words.count, steps < Self.mostSkipped, let next = skipped(titleStart) {
      titleStart = next
      steps += 1
    }
    passForeignTitle()
    if titleStart >= words.count || !mayBegin(titleStart) { titleStart = firstFreeWord }
  }

  /// Whether a release in small letters has its group in front: `group-title.of.movie.1080p.x264`.
  var isPrefixed: Bool {
    guard words.count > 4, words[1].gap.isHyphen, words[2].gap == .dot, words[3].gap == .dot,
      words[0].count <= 6,
      words[0].number < 0, words[words.count - 1].meaning.isStrong, !words[0].meaning.isStrong,
      words[2].role == .none
    else { return false }
    return !path.raw[range].contains(where: \.isUpper)
  }

  /// `全职高手 第3季 / Name S3`: a season in front of the slash must not end the title.
  private mutating func passForeignTitle() {
    guard
      let slash = words.indices.first(where: {
        $0 > titleStart && words[$0].gap.isSuperset(of: [.slash, .space])
      }),
      words[slash].bracket < 0, words[slash].role == .none,
      words[titleStart..<slash].contains(where: { $0.role == .season }),
      path.folded[words[slash].start].isLetter
    else { return }
    titleStart = slash
  }

  /// How often something in front of a title is passed over: each time the rest is looked through.
  private static let mostSkipped = 32

  /// Where to go on if the word at `index` is not the title's first.
  private func skipped(_ index: Int) -> Int? {
    let word = words[index]
    switch word.role {
    case .website, .providerID, .checksum, .date: return index + 1
    case .none: break
    case .season, .episode: return nil
    default: return hasFreeWord(from: index + 1, to: firstMarkerBehind(index)) ? index + 1 : nil
    }
    let outer = outermost(word.bracket)
    if outer >= 0, brackets[outer].words.lowerBound == index {
      let next = brackets[outer].words.upperBound
      return mayBegin(next) ? next : nil
    }
    if word.isNumber, index + 1 < words.count, words[index + 1].gap.contains(.open),
      word.count <= 3,
      index == 0,
      brackets[words[index + 1].bracket < 0 ? 0 : words[index + 1].bracket].shape
        == UInt8(ascii: "[")
    {
      return index + 1
    }
    if word.isNumber, word.count == 6, index == 0, episodes != nil, words.count > 2 { return 1 }
    return isSeasonal(word) ? index + 1 : nil
  }

  /// `10月新番`: when the series began, as groups of East Asia put it.
  private func isSeasonal(_ word: Word) -> Bool {
    guard word.count >= 8 else { return false }
    var cursor = Cursor(path.folded, word.end - 6..<word.end)
    return cursor.take(Self.newShow)
  }

  private static let newShow = Array("新番".utf8)

  /// The outermost bracket around another, or -1.
  func outermost(_ bracket: Int) -> Int {
    var outer = bracket
    while outer >= 0, brackets[outer].parent >= 0 { outer = brackets[outer].parent }
    return outer
  }

  private var firstFreeWord: Int {
    words.firstIndex { $0.role == .none } ?? words.count
  }

  /// Whether a word is left that may be part of a title.
  private func hasFreeWord(from index: Int, to end: Int? = nil) -> Bool {
    var place = index
    while place < min(end ?? words.count, words.count) {
      if isFree(place) { return true }
      place += 1
    }
    return false
  }

  /// Whether a title may begin at a word: `86 - 03` is one in figures, and its episode.
  private func mayBegin(_ index: Int) -> Bool {
    if hasFreeWord(from: index) { return true }
    return index + 1 < words.count && words[index].isNumber && words[index].role == .none
      && words[index].bracket < 0 && words[index + 1].isNumber && words[index + 1].gap.isBreak
      && words[index + 1].bracket < 0
  }

  private func isFree(_ index: Int) -> Bool {
    words[index].role == .none && !words[index].isNumber
      && (words[index].bracket < 0 || words[index].meaning.role == .none)
  }

  private func firstMarkerBehind(_ index: Int) -> Int {
    var place = index
    while place < words.count, !words[place].role.isAny(of: [.season, .episode]) { place += 1 }
    return place
  }
}
