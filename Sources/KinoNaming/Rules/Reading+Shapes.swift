extension Reading {
  /// Reads words of digits and letters that no table can hold; true if it was one.
  mutating func readShape(_ index: Int) -> Bool {
    let word = words[index]
    guard word.hasDigit || word.count == 8, word.number < 0, word.count <= 20 else { return false }
    let first = path.folded[word.start]
    if first.isDigit {
      return readSize(index) || readMeasure(index) || readChecksum(index)
    }
    guard first.isLetter, word.hasDigit else { return false }
    return readCompound(index) || readJoinedCodec(index) || readChecksum(index)
  }

  /// `HDTVx264`: a source and a codec in one.
  private mutating func readJoinedCodec(_ index: Int) -> Bool {
    let word = words[index]
    guard word.count > 5, let codec = WordKey(path.folded, word.end - 4..<word.end),
      let front = WordKey(path.folded, word.start..<word.end - 4)
    else { return false }
    let (second, first) = (Lexicon.standard[codec], Lexicon.standard[front])
    guard second.role == .codec, first.role == .source else { return false }
    words[index].meaning = second
    note(index..<index + 1)
    words[index].meaning = first
    note(index..<index + 1)
    words[index].role = .codec
    return true
  }

  /// `1080p`, `720p50`, `480px`, `1280x720`, `852x480i`.
  private mutating func readSize(_ index: Int) -> Bool {
    let word = words[index]
    var cursor = Cursor(path.folded, word.start..<word.end)
    guard let size = Self.size(&cursor), cursor.end - cursor.place <= 4 else { return false }
    note(size, index..<index + 1)
    return true
  }

  private mutating func note(_ size: Resolution, _ run: Range<Int>) {
    claim(run, .resolution)
    if resolution == nil || resolution?.rule == .word { resolution = Mark(size, run, .shape) }
  }

  private static func size(_ cursor: inout Cursor) -> Resolution? {
    guard let first = cursor.number(3...4) else { return nil }
    if cursor.take("x") {
      guard first.value >= 200, let second = cursor.number(3...5),
        (200...4400).contains(second.value)
      else { return nil }
      let isInterlaced = cursor.take("i")
      if !isInterlaced { _ = cursor.take("p") }
      return Resolution(width: first.value, height: second.value, isInterlaced: isInterlaced)
    }
    guard (240...4320).contains(first.value) else { return nil }
    let isInterlaced = cursor.take("i")
    guard isInterlaced || cursor.take("p") else { return nil }
    return Resolution(height: first.value, isInterlaced: isInterlaced)
  }

  /// `10bit`, `448kbps`, `800mb`, `6ch`, `60fps`: a number and its unit.
  private mutating func readMeasure(_ index: Int) -> Bool {
    let word = words[index]
    var cursor = Cursor(path.folded, word.start..<word.end)
    guard cursor.number(1...5) != nil else { return false }
    guard let key = WordKey(path.folded, cursor.place..<word.end),
      Self.units.contains(key)
    else { return false }
    claim(index..<index + 1, .noise)
    return true
  }

  private static let units = KeyTable(
    slots: 64,
    words: """
      bit,bits,fps,hz,khz,kbps,mbps,mb,gb,mib,gib,tb,ch,audio,audios,kbit,mbit,subs
      """
  )

  /// Eight hexadecimal digits, as releases of anime end: not all letters unless in brackets.
  private mutating func readChecksum(_ index: Int) -> Bool {
    let word = words[index]
    guard word.count == 8, path.folded[word.start..<word.end].allSatisfy(\.isHex) else {
      return false
    }
    guard index > 0, word.bracket >= 0 || index == words.count - 1 else { return false }
    claim(index..<index + 1, .checksum)
    return true
  }

  /// A known word and what belongs to it in one: `dd5`, `bd1080p`, `bluray720p`.
  private mutating func readCompound(_ index: Int) -> Bool {
    let word = words[index]
    var split = word.start
    while split < word.end, !path.folded[split].isDigit { split += 1 }
    if split > word.start + 2, path.folded[split - 1] == UInt8(ascii: "x"),
      let key = WordKey(path.folded, word.start..<split - 1), Lexicon.standard[key].role == .audio
    {
      words[index].role = .audio
      return true
    }
    guard let key = WordKey(path.folded, word.start..<split) else { return false }
    let meaning = Lexicon.standard[key]
    var cursor = Cursor(path.folded, split..<word.end)
    switch meaning.role {
    case .audio where word.end - split <= 3:
      claim(index..<index + 1, .audio)
      return true
    case .source, .noise, .service:
      guard let size = Self.size(&cursor), cursor.isAtEnd else { return false }
      words[index].meaning = meaning
      if meaning.role == .source { note(index..<index + 1) }
      note(size, index..<index + 1)
      return true
    default: return false
    }
  }

  /// `1280 x 720`, `720 * 432`, and heights without their `p`, once it is known where the tail is.
  mutating func readBareSizes() {
    for index in words.indices where words[index].isNumber && words[index].role == .none {
      if index + 1 < words.count, words[index].number >= 200 {
        var last = index + 1
        if equals(last, "x"), last + 1 < words.count { last += 1 }
        let crosses = last > index + 1 || words[last].gap.contains(.other)
        if crosses, (200...4400).contains(words[last].number) {
          note(Resolution(width: words[index].number, height: words[last].number), index..<last + 1)
          continue
        }
      }
      guard index >= tailStart, Resolution.isBare(words[index].number) else { continue }
      note(Resolution(height: words[index].number), index..<index + 1)
    }
  }
}
