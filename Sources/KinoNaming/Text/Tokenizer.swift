/// Cuts a name into words and brackets, in one pass.
struct Tokenizer {
  private(set) var words: [Word] = []
  private(set) var brackets: [Bracket] = []
  /// The innermost bracket that is open, or -1.
  private var open = -1
  private var gap: Gap = []

  /// Reads `range` of the folded bytes of a path.
  init(_ folded: [UInt8], _ range: Range<Int>) {
    words.reserveCapacity(min(24, range.count / 2 + 1))
    var index = range.lowerBound
    while index < range.upperBound {
      let (kind, length) = Self.kind(folded, index, range.upperBound)
      switch kind {
      case .letter, .digit:
        index = readWord(folded, index, range.upperBound)
        continue
      case .gap(let between): gap.formUnion(between)
      case .open(let shape): enter(index + length, shape)
      case .close(let shape): leave(index, shape)
      }
      index += length
    }
    while open >= 0 {
      brackets[open].end = range.upperBound
      brackets[open].words = brackets[open].words.lowerBound..<words.count
      open = brackets[open].parent
    }
  }

  /// Reads a word, and returns where it ends.
  private mutating func readWord(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    var value = 0
    var hasDigit = false
    var isASCII = true
    while index < end {
      let byte = bytes[index]
      if byte.isDigit {
        hasDigit = true
        if value >= 0 { value = value > 99_999_999 ? -1 : value &* 10 &+ Int(byte &- 0x30) }
        index += 1
      } else if byte < 0x80 {
        guard byte.isLetter || !Self.separates(byte) else { break }
        value = -1
        index += 1
      } else {
        let (kind, length) = Self.kind(bytes, index, end)
        guard case .letter = kind else { break }
        isASCII = false
        value = -1
        index += length
      }
    }
    let bracket = open
    words.append(
      Word(
        start..<index,
        gap: gap,
        bracket: bracket,
        number: value,
        isASCII: isASCII,
        hasDigit: hasDigit
      )
    )
    gap = []
    return index
  }

  private mutating func enter(_ index: Int, _ shape: UInt8) {
    gap.formUnion(.open)
    let next = words.count
    brackets.append(
      Bracket(
        start: index,
        end: index,
        words: next..<next,
        parent: open,
        isClosed: false,
        shape: shape
      )
    )
    open = brackets.count - 1
  }

  /// Closes the innermost bracket; one of another shape counts, for names mix them.
  private mutating func leave(_ index: Int, _ shape: UInt8) {
    gap.formUnion(.close)
    guard open >= 0 else { return }
    let last = open
    var closing = last
    if brackets[last].shape != shape, brackets[last].parent >= 0 {
      closing = brackets[last].parent
    }
    open = brackets[closing].parent
    brackets[closing].end = index
    brackets[closing].isClosed = true
    brackets[closing].words = brackets[closing].words.lowerBound..<words.count
    if closing != last {
      brackets[last].end = index
      brackets[last].words = brackets[last].words.lowerBound..<words.count
    }
  }
}
