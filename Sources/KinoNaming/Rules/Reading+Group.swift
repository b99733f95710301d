extension Reading {
  /// Reads who made the release: behind a hyphen, in a bracket at either end, behind `by`, or as the
  /// last word.
  mutating func readGroup() {
    let end = endOfGroups()
    guard let last = lastDescription(before: end) else {
      group = leadingGroup() ?? trailingBracket(from: 1, to: words.count, squareOnly: true)
      return
    }
    if let named = namedGroup(before: end) {
      group = named
    } else if last + 1 < end, words[last + 1].gap.contains(.dash), words[last + 1].bracket < 0,
      let hyphened = hyphenGroup(from: last + 1, to: end)
    {
      group = hyphened
    } else if let inner = groupBehindCodec(last) {
      group = inner
    } else if isEpisodic || hasChecksum, let leading = leadingGroup() {
      group = leading
    } else {
      group =
        trailingBracket(from: tailStart, to: end, squareOnly: false) ?? leadingGroup()
        ?? lastWords(from: last + 1, to: end) ?? prefixGroup() ?? siteBracket()
        ?? anyBracket()
    }
  }

  private var hasChecksum: Bool { words.contains { $0.role == .checksum } }

  /// Where the names of groups end: before the marks of indexers and addresses.
  private func endOfGroups() -> Int {
    var end = words.count
    while end > 1 {
      let word = words[end - 1]
      guard
        word.role.isAny(of: [.website, .container, .checksum, .extra]) || equals(end - 1, "v2")
          || word.bracket >= 0 && isIndexer(end - 1)
          || isRepost(end - 1)
      else {
        break
      }
      end -= 1
    }
    return end
  }

  private func isIndexer(_ index: Int) -> Bool {
    let run = brackets[words[index].bracket].words
    return run.count == 1 && isIn(Self.indexers, index)
  }

  private func isRepost(_ index: Int) -> Bool {
    words[index].gap.isHyphen && index > 1 && words[index - 1].role == .none
      && words[index].bracket < 0
      && (isIn(Self.reposters, index) || words[index].isNumber && words[index].count == 1)
  }

  private func isIn(_ keys: KeyTable<Bool>, _ index: Int) -> Bool {
    guard let key = WordKey(path.folded, words[index].start..<words[index].end) else {
      return false
    }
    return keys.contains(key)
  }

  /// The last word that describes the release, groups behind it left aside.
  private func lastDescription(before end: Int) -> Int? {
    var index = end - 1
    while index >= tailStart {
      switch words[index].role {
      case .resolution, .source, .codec, .audio, .noise, .service, .edition, .language, .container:
        return isTrailer(index, end) ? nextDescription(index) : index
      default: break
      }
      index -= 1
    }
    return nil
  }

  /// A language behind the group: `x264-GROUP.English`.
  private func isTrailer(_ index: Int, _ end: Int) -> Bool {
    guard words[index].role == .language, index == end - 1, index > 1,
      words[index - 1].role == .none,
      words[index - 1].gap.isHyphen, words[index].bracket < 0
    else { return false }
    return true
  }

  private func nextDescription(_ index: Int) -> Int { index - 2 }

  /// `by GROUP`, `от GROUP`.
  private func namedGroup(before end: Int) -> Evidence? {
    var index = max(tailStart, 1)
    while index + 1 < end {
      if words[index].role == .none, equals(index, "by") || equals(index, "от") {
        var last = index + 2
        if last < end, words[last].gap == .open { last += 1 }
        return found(index + 1..<last, .groupSuffix)
      }
      index += 1
    }
    return nil
  }

  /// `x264-GROUP - Dual Audio`: more about the release may follow the group.
  private func groupBehindCodec(_ last: Int) -> Evidence? {
    var index = tailStart
    while index + 1 < last {
      if words[index].role == .codec, words[index + 1].gap.isHyphen, words[index + 1].role == .none,
        !words[index + 1].isNumber
      {
        return hyphenGroup(from: index + 1, to: last)
      }
      index += 1
    }
    return nil
  }

  private func hyphenGroup(from first: Int, to limit: Int) -> Evidence? {
    var end = first
    while end < limit, words[end].role == .none, words[end].bracket < 0,
      end == first || !words[end].gap.isBreak || words[end].gap.contains(.underscore)
    {
      end += 1
    }
    if end - first >= 2, end - first <= 3, words[first].gap.contains(.space),
      words[end - 1].gap == .space
    {
      end = first + 1
    }
    guard end > first else { return nil }
    if end < words.count, words[end].gap == .open, words[end].bracket >= 0, !isIndexer(end),
      words[end].role == .none,
      brackets[words[end].bracket].words.count == 1
    {
      end += 1
    }
    return found(first..<end, .groupSuffix)
  }

  /// `[Group] Title`.
  private func leadingGroup() -> Evidence? {
    guard let leading = leadingBracket else { return nil }
    let bracket = brackets[leading]
    guard
      bracket.words.allSatisfy({
        words[$0].role == .none || words[$0].role == .language || words[$0].role == .website
      })
    else {
      return nil
    }
    return found(bytes: bracket.start..<bracket.end, .groupBracket)
  }

  /// `… 7.1 Tigole) [QxR]`: the last bracket, or the last word in that of the description.
  private func trailingBracket(from first: Int, to end: Int, squareOnly: Bool) -> Evidence? {
    guard end > first else { return nil }
    let outer = outermost(words[end - 1].bracket)
    guard outer >= 0, brackets[outer].words.lowerBound >= first else { return nil }
    let run = brackets[outer].words
    if run.allSatisfy({ words[$0].role == .none && !words[$0].isNumber }) {
      guard !squareOnly || brackets[outer].shape == UInt8(ascii: "["), run.count <= 4 else {
        return nil
      }
      return found(bytes: brackets[outer].start..<brackets[outer].end, .groupBracket)
    }
    let last = end - 1
    guard !squareOnly, words[last].role == .none, !words[last].isNumber, last - 2 >= run.lowerBound,
      words[last - 1].role != .none || words[last - 2].role != .none
    else { return nil }
    return found(last..<last + 1, .groupSuffix)
  }

  /// The last word of all, where it alone is left: `XviD.GROUP`, `x264 GROUP`.
  private func lastWords(from first: Int, to end: Int) -> Evidence? {
    if first < end, words[first].bracket >= 0, words[end - 1].bracket < 0,
      words[end - 1].gap.contains(.close),
      words[end - 1].role == .none, !words[end - 1].isNumber
    {
      return found(end - 1..<end, .groupSuffix)
    }
    guard first < end, end - first <= 3, words[first].bracket < 0,
      (first..<end).allSatisfy({ words[$0].role == .none })
    else {
      return nil
    }
    guard !words[first].isNumber, words[first].gap.isSubset(of: .blank.union([.tilde, .close]))
    else { return nil }
    guard words[first + 1..<end].allSatisfy({ $0.gap == .dot || $0.gap.isHyphen }) else {
      return nil
    }
    if words[first].gap.contains(.space), end - first == 2, words[end - 1].gap.isHyphen {
      return found(end - 1..<end, .groupSuffix)
    }
    return found(first..<end, .groupSuffix)
  }

  /// `group-title.of.movie.1080p.x264`: releases that are all small letters name their group first.
  private func prefixGroup() -> Evidence? {
    titleStart == 1 && isPrefixed ? found(0..<1, .groupSuffix) : nil
  }

  /// `x264-[YTS.MX]`: a group that signs with an address.
  private func siteBracket() -> Evidence? {
    guard let last = words.last, last.role == .website, last.bracket >= 0 else { return nil }
    let bracket = brackets[last.bracket]
    guard bracket.words.count == 2 else { return nil }
    return found(bytes: bracket.start..<bracket.end, .groupBracket)
  }

  /// `Title [Group] [Blu-ray][1080p]`: the first bracket behind the title that describes nothing.
  private func anyBracket() -> Evidence? {
    for bracket in brackets
    where bracket.parent < 0 && bracket.isClosed && bracket.shape == UInt8(ascii: "[") {
      guard let first = bracket.words.first, first > titleStart, bracket.words.count <= 2,
        bracket.words.allSatisfy({
          words[$0].role == .none && !words[$0].isNumber && words[$0].meaning.role == .none
        })
      else { continue }
      return found(bytes: bracket.start..<bracket.end, .groupBracket)
    }
    return nil
  }

  private func found(_ run: Range<Int>, _ rule: Evidence.Rule) -> Evidence? {
    var range = bytes(run)
    if let last = run.last, words[last].bracket >= 0,
      brackets[words[last].bracket].words.upperBound == last + 1,
      brackets[words[last].bracket].words.lowerBound > run.lowerBound,
      range.upperBound < self.range.upperBound
    {
      range = range.lowerBound..<behindBracket(at: range.upperBound)
    }
    return found(bytes: range, rule)
  }

  private func found(bytes range: Range<Int>, _ rule: Evidence.Rule) -> Evidence? {
    guard !range.isEmpty, range.count <= 80 else { return nil }
    return Evidence(range, rule)
  }

  private static let indexers = KeyTable(
    slots: 64,
    words: "tgx,eztv,ettv,rarbg,rartv,etrg,glotorrents,publichd,ethd,mb,tvu"
  )

  private static let reposters = KeyTable(
    slots: 64,
    words: """
      xpost,nzbgeek,postbot,rakuv,rakuv02,whiterev,asrequested,obfuscated,obfuscation,\
      alternativetorequested,rp,4p,4planet,pre,repackpost,scrambled,chamele0n,buymore,z0ids3n,\
      sample,altezachen,rakuvfinhel,gerov,pp
      """
  )
}
