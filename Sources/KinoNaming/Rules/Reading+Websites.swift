extension Reading {
  /// Claims the addresses with which uploaders sign names: `www.example.com - `, `[example.com]`.
  mutating func readWebsites() {
    for bracket in brackets where bracket.isClosed {
      guard let last = bracket.words.last, bracket.words.count >= 2, bracket.words.count <= 6 else {
        continue
      }
      guard isSuffix(last) else { continue }
      if areJoined(bracket.words, by: [.dot, .dash]) {
        claim(bracket.words, .website)
      } else if words[last].gap == .dot, words[last].count == 3 {
        claim(last - 1..<last + 1, .website)
      }
    }
    claimLeadingAddress()
    var index = 0
    while index + 2 < words.count {
      if words[index].role == .none, words[index].count == 3, equals(index, "www") {
        claimAddress(from: index)
      }
      index += 1
    }
  }

  /// `example.ca - Title`: an address without `www` that a dash sets apart.
  private mutating func claimLeadingAddress() {
    guard words.count > 2, words[0].bracket < 0, words[0].role == .none, words[1].gap == .dot,
      words[2].gap.isBreak,
      words[2].gap.contains(.dash), words[2].gap.contains(.space), isSuffix(1), words[0].count >= 4
    else { return }
    claim(0..<2, .website)
  }

  /// Claims `www`, the names behind it and the suffix, of which there may be two: `co.nz`.
  private mutating func claimAddress(from first: Int) {
    let bracket = words[first].bracket
    if bracket >= 0, brackets[bracket].words.lowerBound == first,
      brackets[bracket].words.count <= 6,
      brackets[bracket].words.dropFirst().allSatisfy({ words[$0].gap.isSubset(of: [.dot, .dash]) })
    {
      claim(brackets[bracket].words, .website)
      return
    }
    var end = first + 1
    while end < words.count, end - first < 6, words[end].gap.isSubset(of: [.dot, .dash]) {
      end += 1
      let isSetApart =
        end < words.count && words[end].gap.contains(.dash) && words[end].gap.contains(.space)
      guard end - first >= 3, isSuffix(end - 1) || isSetApart else { continue }
      if end < words.count, words[end].gap == .dot, isSuffix(end) { end += 1 }
      claim(first..<end, .website)
      return
    }
  }

  private func areJoined(_ run: Range<Int>, by gap: Gap) -> Bool {
    guard words[run.upperBound - 1].gap == .dot else { return false }
    return run.dropFirst().allSatisfy { words[$0].gap.isSubset(of: gap) }
  }

  private func isSuffix(_ index: Int) -> Bool {
    let word = words[index]
    guard word.count >= 2, word.count <= 6, let key = WordKey(path.folded, word.start..<word.end)
    else { return false }
    return Self.suffixes.contains(key)
  }

  private static let suffixes = KeyTable(
    slots: 256,
    words: """
      com,net,org,info,to,tv,me,cc,io,ca,au,phd,ru,su,pl,ag,am,lt,mx,art,pics,show,tc,cd,nz,\
      uk,co,de,fr,it,es,eu,hu,ws,biz,xyz,link,site,online,club,in,us,is,se,nu,ph,re,movie,\
      live,app,dev,one,world,email,ms,vip,pro,li,ch,cz
      """
  )
}

extension Reading {
  /// Whether a word is this one, in lower case.
  func equals(_ index: Int, _ text: StaticString) -> Bool {
    let word = words[index]
    guard word.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for offset in 0..<word.count where unsafe buffer[offset] != path.folded[word.start + offset] {
        return false
      }
      return true
    }
  }
}
