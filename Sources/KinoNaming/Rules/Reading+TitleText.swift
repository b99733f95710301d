extension Reading {
  /// The bytes of words that are a title, with the brackets that the first and the last stand in.
  func titleRange(_ run: Range<Int>) -> Range<Int>? {
    guard !run.isEmpty else { return nil }
    var range = withOpenBracket(bytes(run), run)
    if let titleCut, range.contains(titleCut) { range = range.lowerBound..<titleCut }
    return range.isEmpty ? nil : range
  }

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
}
