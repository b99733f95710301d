/// Where the next part of a listing is, as the `Link` fields of an answer say (RFC 8288).
enum NextLink: Hashable {
  /// Nothing speaks of one.
  case none
  /// It is at this address, which may be relative.
  case at([UInt8])
  /// There may be one, and where is not to be told: a listing that ends here is not whole.
  case unreadable

  /// Reads the fields of a head.
  ///
  /// What is no link is passed over, unless the word `next` is in it. Two places are one too many.
  init(_ head: ResponseHead) {
    var targets: Set<[UInt8]> = []
    var isDoubtful = head.isCut
    for value in head.all(.link) {
      var reader = LinkReader(value)
      while let link = reader.next() {
        if link.isNext { targets.insert(link.target) }
      }
      isDoubtful = isDoubtful || reader.mayLackNext
    }
    guard !isDoubtful, targets.count < 2 else {
      self = .unreadable
      return
    }
    self = targets.first.map(NextLink.at) ?? .none
  }
}

/// Reads the links in the value of one `Link` field.
private struct LinkReader {
  private var rest: ArraySlice<UInt8>
  private var isMalformed = false

  init(_ value: [UInt8]) {
    rest = value[...]
  }

  /// Whether what could not be read speaks of a next part.
  var mayLackNext: Bool { isMalformed && rest.hasWord("next") }

  /// Takes the next link; `nil` at the end, and before what is none.
  mutating func next() -> (target: [UInt8], isNext: Bool)? {
    rest = rest.drop { $0.isWhitespace || $0 == UInt8(ascii: ",") }
    guard !rest.isEmpty else { return nil }
    var left = rest
    guard let target = Self.takeTarget(&left), let isNext = Self.takeParameters(&left) else {
      isMalformed = true
      return nil
    }
    rest = left
    return (target, isNext)
  }

  private static func takeTarget(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "<"), let close = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let target = rest[..<close].dropFirst()
    // With these in it, it is the rest of a link that was not closed, and another one.
    guard !target.contains(where: { $0.isWhitespace || $0 == UInt8(ascii: "<") }) else {
      return nil
    }
    rest = rest[(close + 1)...]
    return Array(target)
  }

  /// Takes what follows a target; tells whether it is a relation to the next part.
  private static func takeParameters(_ rest: inout ArraySlice<UInt8>) -> Bool? {
    var isNext = false
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let separator = rest.first, separator != UInt8(ascii: ",") else { return isNext }
      guard separator == UInt8(ascii: ";") else { return nil }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let name = rest.prefix { !$0.isWhitespace && !";,=".utf8.contains($0) }
      rest = rest[name.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      guard let value = takeValue(&rest) else { return nil }
      let isRelation = name.matches("rel") || name.matches("rel*")
      // One of several relations, whatever the quotes around them.
      isNext = isNext || (isRelation && value[...].hasWord("next"))
    }
  }

  /// Takes a word, or what stands in quotes.
  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { !$0.isWhitespace && !";,".utf8.contains($0) }
      rest = rest[value.endIndex...]
      return Array(value)
    }
    var value: [UInt8] = []
    var isEscaped = false
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if !isEscaped, byte == UInt8(ascii: "\"") { return value }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { value.append(byte) }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a word is in the text, in whatever case, and not as a part of another one.
  fileprivate func hasWord(_ word: StaticString) -> Bool {
    split { !$0.isWordByte }.contains { $0.matches(word) }
  }
}

extension UInt8 {
  /// A letter, a digit, or what joins them: `next-archive` is another relation than `next`.
  fileprivate var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
