/// Finds where a message of HTTP/1.1 ends, and what it says, piece by piece (RFC 9112).
struct HTTPMessageReader: Sendable {
  private enum State {
    case head, length(Int), chunkLine, chunk(Int), trailer, untilEnd, done
  }

  /// The method of the request that the message answers; `nil` if it is a request itself.
  private let method: String?
  private var state = State.head
  private var line: [UInt8] = []
  /// The head, once it is whole.
  private(set) var head: HTTPHead?
  /// How many bytes came before the content, with all that was only for the time being.
  private(set) var headLength = 0
  /// What came of the content and was not taken out yet, without the marks between chunks.
  private(set) var content: [UInt8] = []

  /// Creates a reader of a request, or of the answer to one.
  init(answering method: String? = nil) {
    self.method = method
  }

  /// Whether the message is whole.
  var isComplete: Bool { if case .done = state { true } else { false } }

  /// Whether nothing has come yet.
  var isEmpty: Bool { head == nil && line.isEmpty }

  /// Takes what belongs to the message.
  ///
  /// - Returns: How many of the bytes that are.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Int {
    var rest = bytes
    while !rest.isEmpty, !isComplete {
      switch state {
      case .head: takeHead(&rest)
      case .length(let count):
        takeContent(count, &rest) {
          .length($0)
        } end: {
          .done
        }
      case .chunkLine: takeChunkLine(&rest)
      case .chunk(let count):
        takeContent(count, &rest) {
          .chunk($0)
        } end: {
          .chunkLine
        }
      case .trailer:
        guard takeLine(&rest) else { break }
        if line.isEmpty { state = .done }
        line = []
      case .untilEnd:
        content += rest
        rest = []
      case .done: break
      }
    }
    return bytes.count - rest.count
  }

  /// The connection has ended: what ends with it is whole now.
  mutating func endConnection() {
    if case .untilEnd = state { state = .done }
  }

  /// Takes out the content that came.
  mutating func takeContent() -> [UInt8] {
    defer { content = [] }
    return content
  }

  /// Appends up to the next line feed; returns whether the line is whole, without its end.
  private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      line += rest
      rest = []
      return false
    }
    line += rest[..<end]
    rest = rest[(end + 1)...]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return true
  }

  private mutating func takeHead(_ rest: inout ArraySlice<UInt8>) {
    // The head is kept whole: it ends with a line in which there is nothing.
    let start = rest.startIndex
    guard let end = rest.indices.first(where: { endsHead(at: $0, of: rest, from: start) }) else {
      line += rest
      rest = []
      return
    }
    let head = HTTPHead(bytes: line + rest[...end])
    headLength += line.count + end + 1 - start
    line = []
    rest = rest[(end + 1)...]
    // What is only for the time being is followed by the answer.
    guard method == nil || !(100..<200).contains(head.status) else { return }
    self.head = head
    state = framing(of: head)
  }

  private func endsHead(at index: Int, of rest: ArraySlice<UInt8>, from start: Int) -> Bool {
    let feed = UInt8(ascii: "\n")
    guard rest[index] == feed else { return false }
    func before(_ distance: Int) -> UInt8? {
      let place = index - distance
      if place >= start { return rest[place] }
      let kept = line.count - (start - place)
      return kept >= 0 ? line[kept] : nil
    }
    return before(1) == feed || (before(1) == UInt8(ascii: "\r") && before(2) == feed)
  }

  private func framing(of head: HTTPHead) -> State {
    if let method, method == "HEAD" || head.status == 204 || head.status == 304 { return .done }
    if head["Transfer-Encoding"]?.lowercased().contains("chunked") == true { return .chunkLine }
    if let length = head["Content-Length"].flatMap({ Int($0) }) {
      return length > 0 ? .length(length) : .done
    }
    return method == nil ? .done : .untilEnd
  }

  private mutating func takeChunkLine(_ rest: inout ArraySlice<UInt8>) {
    guard takeLine(&rest) else { return }
    let text = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    // The end of the chunk before is a line of its own.
    if !line.isEmpty {
      let size = Int(text.filter { $0 != " " }, radix: 16) ?? 0
      state = size > 0 ? .chunk(size) : .trailer
    }
    line = []
  }

  private mutating func takeContent(
    _ count: Int,
    _ rest: inout ArraySlice<UInt8>,
    more: (Int) -> State,
    end: () -> State
  ) {
    let part = rest.prefix(count)
    content += part
    rest = rest.dropFirst(part.count)
    state = part.count < count ? more(count - part.count) : end()
  }
}
