/// The document of a listing (RFC 4918, section 14.16), cut where its answers begin and end.
struct Multistatus: Sendable {
  /// All that stands before the first answer.
  var start: [UInt8]
  /// An element for each resource, with the white space behind it.
  var responses: [[UInt8]]
  /// All that stands behind the last answer.
  var end: [UInt8]

  /// Cuts a document.
  ///
  /// The result is `nil` for what has no answers in it.
  init?(_ document: [UInt8]) {
    var starts: [Int] = []
    var place = 0
    var last = 0
    while let found = XMLElement.first("response", in: document, from: place) {
      starts.append(found.whole.lowerBound)
      place = found.whole.upperBound
      last = place
    }
    guard let first = starts.first else { return nil }
    start = Array(document[..<first])
    end = Array(document[last...])
    responses = zip(starts, starts.dropFirst() + [last]).map { Array(document[$0..<$1]) }
  }

  /// The document.
  var bytes: [UInt8] { start + responses.flatMap(\.self) + end }

  /// The decoded names of the path of an answer.
  static func path(of response: [UInt8]) -> [[UInt8]] {
    guard let href = XMLElement.first("href", in: response) else { return [] }
    return HTTPPath.names(
      in: String(decoding: response[href.content], as: UTF8.self).withoutReferences
    )
  }

  /// Splits the answers: that about the directory itself, and those about its members.
  func members(of directory: [[UInt8]]) -> (itself: [[UInt8]], members: [[UInt8]]) {
    let isItself = responses.map { Self.path(of: $0) == directory }
    return (
      zip(responses, isItself).filter(\.1).map(\.0),
      zip(responses, isItself).filter { !$0.1 }.map(\.0)
    )
  }

  /// Takes properties away from all answers.
  mutating func removeProperties(_ names: [String]) {
    responses = responses.map { response in
      names.reduce(response) { rest, name in
        guard let found = XMLElement.first(name, in: rest) else { return rest }
        return Array(rest[..<found.whole.lowerBound] + rest[found.whole.upperBound...])
      }
    }
  }

  /// An answer of the proxy's own, about a file of seven bytes.
  static func file(at href: String) -> [UInt8] {
    response(
      href,
      """
      <K:propstat><K:prop><K:resourcetype/><K:getcontentlength>7</K:getcontentlength></K:prop>\
      <K:status>HTTP/1.1 200 OK</K:status></K:propstat>
      """
    )
  }

  /// An answer of the proxy's own, that a resource fails.
  static func failure(_ status: String, at href: String) -> [UInt8] {
    response(href, "<K:status>HTTP/1.1 \(status)</K:status>")
  }

  private static func response(_ href: String, _ rest: String) -> [UInt8] {
    Array("<K:response xmlns:K=\"DAV:\"><K:href>\(href)</K:href>\(rest)</K:response>\n".utf8)
  }
}

/// An element found by its name, whatever its prefix.
struct XMLElement {
  /// The element with its tags.
  let whole: Range<Int>
  /// What is between them.
  let content: Range<Int>

  /// Finds the first element of a name that does not hold another of that name.
  static func first(_ name: String, in text: [UInt8], from start: Int = 0) -> XMLElement? {
    var place = start
    while let open = text[place...].firstIndex(of: UInt8(ascii: "<")) {
      let tag = text[(open + 1)...].prefix { !" \t\r\n/>".utf8.contains($0) }
      place = open + 1
      let colon = tag.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? tag.startIndex
      guard tag[colon...].elementsEqual(name.utf8),
        let tagEnd = text[tag.endIndex...].firstIndex(of: UInt8(ascii: ">"))
      else { continue }
      if text[tagEnd - 1] == UInt8(ascii: "/") {
        return XMLElement(whole: open..<(tagEnd + 1), content: tagEnd..<tagEnd)
      }
      guard let close = closing(tag, in: text, from: tagEnd),
        let end = text[close...].firstIndex(of: UInt8(ascii: ">"))
      else { return nil }
      return XMLElement(whole: open..<(end + 1), content: (tagEnd + 1)..<close)
    }
    return nil
  }

  private static func closing(_ tag: ArraySlice<UInt8>, in text: [UInt8], from start: Int) -> Int? {
    let pattern = [UInt8(ascii: "<"), UInt8(ascii: "/")] + tag
    var place = start
    while let open = text[place...].firstIndex(of: UInt8(ascii: "<")) {
      let after = text[open...].dropFirst(pattern.count).first
      if text[open...].starts(with: pattern), let after, " \t\r\n>".utf8.contains(after) {
        return open
      }
      place = open + 1
    }
    return nil
  }
}

/// Paths as addresses have them.
enum HTTPPath {
  /// The decoded names in an address or a part of one; its query is left out.
  static func names(in address: String) -> [[UInt8]] {
    var text = address.prefix { $0 != "?" }
    if let authority = text.firstRange(of: "://") {
      text = text[authority.upperBound...].drop { $0 != "/" }
    }
    return text.utf8.split(separator: UInt8(ascii: "/")).map { decoded(Array($0)) }
  }

  /// The bytes with what is percent-encoded decoded once.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let digits = bytes[place...].prefix(3).dropFirst()
      if bytes[place] == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return decoded
  }
}

extension String {
  /// The text with the references of XML resolved that stand in addresses.
  fileprivate var withoutReferences: String {
    guard contains("&") else { return self }
    return replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&#39;", with: "'").replacing("&#34;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}
