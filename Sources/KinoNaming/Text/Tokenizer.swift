/// Cuts a name into words and brackets, in one pass.
struct Tokenizer {
  private let bytes: [UInt8]
  private(set) var words: [Word] = []
  private(set) var brackets: [Bracket] = []
  private var open: [Int] = []
  private var gap: Gap = []
  private var wordStart = -1
  private var value = 0
  private var isASCII = true
  private var hasDigit = false

  /// Reads `range` of the folded bytes of a path.
  init(_ folded: [UInt8], _ range: Range<Int>) {
    bytes = folded
    words.reserveCapacity(24)
    var index = range.lowerBound
    while index < range.upperBound {
      let (kind, length) = Self.kind(bytes, index, range.upperBound)
      switch kind {
      case .letter:
        begin(index)
        value = -1
        if bytes[index] >= 0x80 { isASCII = false }
      case .digit:
        begin(index)
        count(bytes[index])
      case .gap(let between):
        finish(index)
        gap.formUnion(between)
      case .open(let shape):
        finish(index)
        enter(index + length, shape)
      case .close(let shape):
        finish(index)
        leave(index, shape)
      }
      index += length
    }
    finish(range.upperBound)
    while let last = open.popLast() {
      brackets[last].end = range.upperBound
      brackets[last].words = brackets[last].words.lowerBound..<words.count
    }
  }

  private mutating func begin(_ index: Int) {
    guard wordStart < 0 else { return }
    wordStart = index
    value = 0
    isASCII = true
    hasDigit = false
  }

  private mutating func count(_ digit: UInt8) {
    hasDigit = true
    guard value >= 0 else { return }
    value = value > 99_999_999 ? -1 : value * 10 + Int(digit - 0x30)
  }

  private mutating func finish(_ index: Int) {
    guard wordStart >= 0 else { return }
    words.append(
      Word(
        wordStart..<index,
        gap: gap,
        bracket: open.last ?? -1,
        number: value,
        isASCII: isASCII,
        hasDigit: hasDigit
      )
    )
    wordStart = -1
    gap = []
  }

  private mutating func enter(_ index: Int, _ shape: UInt8) {
    gap.formUnion(.open)
    let next = words.count
    brackets.append(
      Bracket(
        start: index,
        end: index,
        words: next..<next,
        parent: open.last ?? -1,
        isClosed: false,
        shape: shape
      )
    )
    open.append(brackets.count - 1)
  }

  /// Closes the innermost bracket; one of another shape counts, for names mix them.
  private mutating func leave(_ index: Int, _ shape: UInt8) {
    gap.formUnion(.close)
    guard let last = open.last else { return }
    if brackets[last].shape != shape, open.count > 1 { open.removeLast() }
    let closing = open.removeLast()
    brackets[closing].end = index
    brackets[closing].isClosed = true
    brackets[closing].words = brackets[closing].words.lowerBound..<words.count
    if closing != last {
      brackets[last].end = index
      brackets[last].words = brackets[last].words.lowerBound..<words.count
    }
  }
}
