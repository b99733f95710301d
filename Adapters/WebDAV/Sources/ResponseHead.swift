/// Status and header fields of an answer, those that matter here.
struct ResponseHead: Hashable, Sendable {
  /// A header field.
  enum Field: String, CaseIterable, Sendable {
    case contentEncoding = "content-encoding"
    case contentLength = "content-length"
    case contentRange = "content-range"
    case contentType = "content-type"
    case date
    case dav
    case etag
    case lastModified = "last-modified"
    case link
    case location
    case retryAfter = "retry-after"
    case authenticate = "www-authenticate"
  }

  private struct Line: Hashable, Sendable {
    var field: Field
    var value: [UInt8]
  }

  /// The status; 100 … 999.
  let status: Int
  /// Whether fields are lacking, because there were too many of them.
  private(set) var isCut = false
  private var lines: [Line] = []
  private var byteCount = 0

  private static let lineLimit = 512
  private static let byteLimit = 256 << 10

  init(status: Int) {
    self.status = status
  }

  /// The last value of a field, without the white space around it.
  subscript(field: Field) -> [UInt8]? { lines.last { $0.field == field }?.value }

  /// All values of a field, in order.
  func all(_ field: Field) -> [[UInt8]] { lines.filter { $0.field == field }.map(\.value) }

  /// Adds a field; a server that sends too many of them is not listened to any longer.
  mutating func add(_ field: Field, _ value: [UInt8]) {
    byteCount += value.count
    guard lines.count < Self.lineLimit, byteCount <= Self.byteLimit else {
      isCut = true
      return
    }
    lines.append(Line(field: field, value: value))
  }

  /// Adds to the field that was added last.
  mutating func extendLast(by value: [UInt8]) {
    byteCount += value.count
    guard !isCut, byteCount <= Self.byteLimit, !lines.isEmpty else {
      isCut = true
      return
    }
    lines[lines.count - 1].value += [UInt8(ascii: " ")] + value
  }
}

/// Reads the head of an answer line by line.
///
/// Each status line begins a new head, so that interim answers (100, 103) and those of a login
/// handshake leave nothing behind. What comes after the blank line is a trailer and does not count.
struct ResponseHeadParser: Sendable {
  /// What was read since the last status line.
  private(set) var head: ResponseHead?
  /// Whether the blank line behind the head has come.
  private(set) var isComplete = false
  /// Whether the field before is one that matters, and may go on in the next line.
  private var mayGoOn = false

  private static let fields = Dictionary(
    uniqueKeysWithValues: ResponseHead.Field.allCases.map { (Array($0.rawValue.utf8), $0) }
  )
  private static let longestName = 20

  /// Takes one line with its line end.
  ///
  /// One that begins with white space goes on with the field before (RFC 9112, section 5.2).
  mutating func take(_ line: [UInt8]) {
    let isFolded = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
    let line = line.trimmed
    if isFolded, !isComplete, !line.isEmpty {
      if mayGoOn { head?.extendLast(by: Array(line)) }
      return
    }
    mayGoOn = false
    if line.starts(with: "HTTP/".utf8) {
      head = Self.status(of: line).map(ResponseHead.init)
      isComplete = false
    } else if line.isEmpty {
      isComplete = true
    } else if !isComplete, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      guard line.startIndex.distance(to: colon) <= Self.longestName,
        let field = Self.fields[line[..<colon].trimmed.map(\.lowercased)]
      else { return }
      head?.add(field, Array(line[(colon + 1)...].trimmed))
      mayGoOn = true
    }
  }

  /// Reads `HTTP/1.1 207 Multi-Status`, `HTTP/2 207` and whatever else has a number second.
  static func status(of line: ArraySlice<UInt8>) -> Int? {
    guard let space = line.firstIndex(where: \.isWhitespace) else { return nil }
    let rest = line[space...].drop(while: \.isWhitespace)
    let word = rest.prefix { !$0.isWhitespace }
    guard word.count == 3, let status = Int(ascii: word), status >= 100 else { return nil }
    return status
  }
}
