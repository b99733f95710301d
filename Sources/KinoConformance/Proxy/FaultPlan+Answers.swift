import KinoCore

extension FaultPlan {
  /// How many entries a page has that the proxy makes of a listing.
  private static let pageSize = 10

  /// Changes a server's answer as a fault does.
  ///
  /// - Parameters:
  ///   - head: The answer's head.
  ///   - content: Its content, whole.
  ///   - fault: The fault.
  ///   - request: What was asked for.
  /// - Returns: What the client gets; `nil` for an answer that is not the expected one, or in which
  ///   there is nothing to change, which goes on as it is.
  func changed(
    _ head: HTTPHead,
    _ content: [UInt8],
    by fault: Fault,
    for request: HTTPHead
  ) -> ProxyAnswer? {
    switch fault {
    case .shortBody where head.isContent && !content.isEmpty:
      return .cutShort(head, content, after: content.count / 2, reset: false)
    case .encodeContent where head.isContent:
      var packed = head
      packed["Content-Encoding"] = "gzip"
      return ProxyAnswer(packed, Gzip.stored(content))
    default:
      guard head.status == 207, let document = Multistatus(content) else { return nil }
      return changed(head, document, by: fault, for: request)
    }
  }

  private func changed(
    _ head: HTTPHead,
    _ document: Multistatus,
    by fault: Fault,
    for request: HTTPHead
  ) -> ProxyAnswer? {
    let original = document.responses
    var document = document
    switch fault {
    case .withholdAttributes:
      document.removeProperties(["getcontentlength", "getlastmodified"])
    case .hostileNames:
      document.responses += hostileNames(below: request.path)
    case .vanishingEntry(let path):
      fail(path, in: &document, as: "404 Not Found")
    case .unreadableEntry(let path):
      fail(path, in: &document, as: "500 Internal Server Error")
    case .resetListing(let count):
      let kept = cut(document, after: count, for: request)
      return .cutShort(head, document.bytes, after: kept.count, reset: true)
    case .truncateListing(let count):
      let kept = cut(document, after: count, for: request)
      guard kept.count < document.bytes.count - document.end.count else { return nil }
      return .endingWithConnection(head, Payload(kept))
    case .capListing(let count):
      let (itself, members) = document.members(of: HTTPPath.names(in: request.path))
      document.responses = itself + members.prefix(count)
      // What a server says that keeps entries back (RFC 6578, section 3.6).
      document.responses.append(
        Multistatus.failure("507 Insufficient Storage", at: request.path.escaped)
      )
    case .failPage: return page(of: document, head, for: request, isCyclic: false)
    case .cyclicPages: return page(of: document, head, for: request, isCyclic: true)
    default: break
    }
    return document.responses == original ? nil : ProxyAnswer(head, document.bytes)
  }

  /// The document up to the end of so many entries, not counting the directory itself.
  private func cut(_ document: Multistatus, after count: Int, for request: HTTPHead) -> [UInt8] {
    let directory = HTTPPath.names(in: request.path)
    var bytes = document.start
    var left = count
    for response in document.responses {
      let isMember = Multistatus.path(of: response) != directory
      if isMember && left == 0 { break }
      bytes += response
      if isMember { left -= 1 }
    }
    return bytes
  }

  /// One page of a listing, with a link to the next one; in a circle that is the first again.
  private func page(
    of document: Multistatus,
    _ head: HTTPHead,
    for request: HTTPHead,
    isCyclic: Bool
  ) -> ProxyAnswer {
    let (itself, members) = document.members(of: HTTPPath.names(in: request.path))
    let start = min(members.count, request.page * Self.pageSize)
    let end = min(members.count, start + Self.pageSize)
    var page = document
    page.responses = itself + members[start..<end]
    var linked = head
    if end < members.count || isCyclic {
      let next = isCyclic && request.page > 0 ? "" : "?kino-page=\(request.page + 1)"
      linked["Link"] = "<\(request.path)\(next)>; rel=\"next\""
    }
    return ProxyAnswer(linked, page.bytes)
  }

  private func fail(_ path: SourcePath, in document: inout Multistatus, as status: String) {
    let names = names(of: path)
    document.responses = document.responses.map { response in
      guard Multistatus.path(of: response) == names,
        let href = XMLElement.first("href", in: response)
      else { return response }
      let address = String(decoding: response[href.content], as: UTF8.self)
      return Multistatus.failure(status, at: address)
    }
  }

  private func hostileNames(below directory: String) -> [[UInt8]] {
    let base = (directory.hasSuffix("/") ? directory : directory + "/").escaped
    let names = [
      "..", ".", "../escaped.mkv", "%2e%2e", "%2e%2e%2fescaped.mkv", "%252e%252e%252fonce.mkv",
      "a%2Fb.mkv", "..%5Cescaped.mkv", "nul%00.mkv", "%00", "./here/../../../up.mkv",
    ]
    let addresses =
      names.map { base + $0 } + [
        "http://\(elsewhere)\(base)other-host.mkv", "//\(elsewhere)\(base)other-host.mkv",
        "http://\(elsewhere)/outside.mkv", "file:///etc/passwd", "",
      ]
    return addresses.map { Multistatus.file(at: $0) }
  }
}

extension HTTPHead {
  /// Whether the answer has a file's content.
  fileprivate var isContent: Bool { status == 200 || status == 206 }
}

extension String {
  /// The text as it stands in XML.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
