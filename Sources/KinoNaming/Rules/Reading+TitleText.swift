extension Reading {
  /// Words as a title for people: dots and underscores become spaces where they separate words.
  func text(_ run: Range<Int>) -> Found<String>? {
    guard !run.isEmpty else { return nil }
    var range = bytes(run)
    range = withOpenBracket(range, run)
    if let titleCut, range.contains(titleCut) { range = range.lowerBound..<titleCut }
    let hasSpaces = path.raw[range].contains(0x20)
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = path.raw[index]
      let isBlank =
        byte == 0x20 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".") && !hasSpaces && !isAbbreviation(index, range)
      if isBlank {
        if text.last != 0x20, !text.isEmpty { text.append(0x20) }
      } else {
        text.append(byte)
      }
      index += 1
    }
    while text.last == 0x20 { text.removeLast() }
    guard !text.isEmpty else { return nil }
    return Found(String(decoding: text, as: UTF8.self), Evidence(range, .title))
  }

  /// Takes in the brackets that the first and the last word stand in.
  private func withOpenBracket(_ range: Range<Int>, _ run: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    let first = words[run.lowerBound].bracket
    let last = words[run.upperBound - 1].bracket
    if last >= 0, first != last, brackets[last].isClosed, end < self.range.upperBound,
      brackets[last].words.upperBound == run.upperBound,
      brackets[last].words.lowerBound > run.lowerBound
    {
      end = behindBracket(at: end)
    }
    if first >= 0, first != last, start > self.range.lowerBound,
      brackets[first].words.upperBound < run.upperBound,
      path.raw[start - 1] < 0x80
    {
      start -= 1
    }
    return start..<end
  }

  /// The place behind a closing bracket: those that are not ASCII have three bytes.
  func behindBracket(at place: Int) -> Int {
    min(place + (path.raw[place] < 0x80 ? 1 : 3), range.upperBound)
  }

  /// Whether a dot belongs to initials, as in `R.I.P.D`.
  private func isAbbreviation(_ dot: Int, _ range: Range<Int>) -> Bool {
    guard dot > range.lowerBound, path.raw[dot - 1].isLetter else { return false }
    let isInitial = dot - 1 == range.lowerBound || path.raw[dot - 2] == UInt8(ascii: ".")
    guard isInitial else { return false }
    let followsOne =
      dot - 2 > range.lowerBound && path.raw[dot - 3].isLetter
      && (dot - 3 == range.lowerBound || path.raw[dot - 4] == UInt8(ascii: ".")
        || path.raw[dot - 4] == 0x20)
    let precedesOne =
      dot + 1 < range.upperBound && path.raw[dot + 1].isLetter
      && (dot + 2 >= range.upperBound || path.raw[dot + 2] == UInt8(ascii: "."))
    return followsOne || precedesOne
  }
}
