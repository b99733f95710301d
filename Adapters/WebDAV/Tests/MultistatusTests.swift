import KinoCore
import KinoTestSupport
import KinoXML
import Testing

@testable import KinoWebDAV

@Suite("Multistatus documents")
struct MultistatusTests {
  /// What Apache sends, with what other servers send besides.
  private static let sample = """
    <?xml version="1.0" encoding="utf-8"?>
    <D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:"><!-- a comment -->
    <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
    <D:href>/dav/</D:href>
    <D:propstat><D:prop><lp1:resourcetype><D:collection/></lp1:resourcetype>
    <lp1:getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</lp1:getlastmodified></D:prop>
    <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
    <D:propstat><D:prop><lp1:getcontentlength>7</lp1:getcontentlength></D:prop>
    <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
    </D:response>
    <response xmlns="DAV:"><href>/dav/a&amp;b&#x20;<![CDATA[c]]>.mkv</href>
    <propstat><status>HTTP/2 404</status><prop><getetag/><resourcetype/></prop></propstat>
    <propstat><prop><resourcetype></resourcetype><getcontentlength> 42 </getcontentlength>
    <x:getcontentlength xmlns:x="urn:x">9</x:getcontentlength><getetag>W/"é"</getetag></prop>
    <status>HTTP/2 200</status></propstat></response>
    </D:multistatus>

    """

  private struct Parsed: Equatable {
    var hrefs: [String] = []
    var kinds: [SourceEntry.Kind] = []
    var sizes: [Int64?] = []
    var dates: [Int64?] = []
    var etags: [String?] = []
    var refusals: [Int?] = []
  }

  private func parse(_ pieces: [[UInt8]], _ limits: MultistatusLimits = .init()) throws -> Parsed {
    var parsed = Parsed()
    let reader = MultistatusReader(limits: limits) { facts in
      parsed.hrefs.append(String(decoding: facts.href, as: UTF8.self))
      parsed.kinds.append(facts.kind)
      parsed.sizes.append(facts.properties.size)
      parsed.dates.append(facts.properties.modifiedAt?.milliseconds)
      parsed.etags.append(facts.properties.etag.map { String(decoding: $0, as: UTF8.self) })
      parsed.refusals.append(facts.refusal)
    }
    guard var document = XMLReader(telling: reader) else { return parsed }
    for piece in pieces { try document.feed(piece) }
    try document.finish()
    let isClosed = document.isClosed
    #expect(isClosed)
    return parsed
  }

  private func parse(_ text: String) throws -> Parsed { try parse([Array(text.utf8)]) }

  /// One resource with these properties.
  private func resource(_ properties: String, href: String = "/a") throws -> Parsed {
    try parse(
      """
      <multistatus xmlns="DAV:"><response><href>\(href)</href><propstat><prop>\(properties)</prop>\
      </propstat></response></multistatus>
      """
    )
  }

  @Test("a document says the same wherever it is cut")
  func cuts() throws {
    let bytes = Array(Self.sample.utf8)
    let whole = try parse([bytes])
    #expect(whole.hrefs == ["/dav/", "/dav/a&b c.mkv"] && whole.kinds == [.directory, .file])
    #expect(whole.sizes == [nil, 42] && whole.dates == [784_111_777_000, nil])
    #expect(whole.etags == [nil, "W/\"é\""])
    for cut in 0...bytes.count {
      #expect(try parse([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
    }
    #expect(try parse(bytes.map { [$0] }) == whole)
  }

  @Test("a document that ends early is malformed, wherever it ends")
  func truncation() throws {
    let bytes = Array(Self.sample.utf8)
    let end = bytes.count - Array("</D:multistatus>\n\n".utf8).count
    for cut in stride(from: 0, through: end, by: 7) {
      #expect(throws: XMLFailure.self) { try parse([Array(bytes[..<cut])]) }
    }
  }

  @Test(
    "a resource is what its type says, else what hints at it",
    arguments: [
      ("<resourcetype><collection/></resourcetype>", "/a", .directory),
      ("<resourcetype><x/><collection/><y/></resourcetype>", "/a", .directory),
      ("<resourcetype/>", "/a", .file), ("<resourcetype/>", "/a/", .file),
      ("<iscollection>1</iscollection><resourcetype/>", "/a", .directory),
      ("<iscollection>TRUE</iscollection>", "/a", .directory),
      ("<iscollection>0</iscollection>", "/a/", .file), ("", "/a/", .directory),
      ("", "/a", .unknown),
      ("<getcontentlength>1</getcontentlength>", "/a", .file), ("<collection/>", "/a", .unknown),
      ("<x><resourcetype><collection/></resourcetype></x>", "/a", .unknown),
    ] as [(String, String, SourceEntry.Kind)]
  )
  func kinds(_ properties: String, _ href: String, _ kind: SourceEntry.Kind) throws {
    #expect(try resource(properties, href: href).kinds == [kind])
  }

  @Test(
    "lengths that are none are unknown",
    arguments: ["", "-1", "1.5", "x", "0x10", "9999999999999999999"]
  )
  func lengths(_ text: String) throws {
    #expect(try resource("<getcontentlength>\(text)</getcontentlength>").sizes == [nil])
  }

  @Test("a length of zero and one with white space are lengths")
  func zero() throws {
    #expect(try resource("<getcontentlength>0 </getcontentlength>").sizes == [0])
  }

  @Test("only properties with a good status count, and refused ones refuse")
  func propstats() throws {
    func block(_ status: String, _ size: Int) -> String {
      "<propstat><prop><getcontentlength>\(size)</getcontentlength></prop>\(status)</propstat>"
    }
    func parsed(_ blocks: String) throws -> Parsed {
      try parse(
        "<multistatus xmlns='DAV:'><response><href>/a</href>\(blocks)</response></multistatus>"
      )
    }
    let bad = block("<status>HTTP/1.1 404 Not Found</status>", 1)
    let denied = block("<status>HTTP/1.1 403 Forbidden</status>", 2)
    let good = block("<status>HTTP/1.0 200</status>", 3)
    #expect(try parsed(bad + good).sizes == [3] && parsed(good + bad).sizes == [3])
    #expect(try parsed(denied + good).refusals == [nil] && parsed(denied).refusals == [403])
    #expect(try parsed(bad).refusals == [nil] && parsed(bad).sizes == [nil])
    #expect(try parsed(block("", 4)).sizes == [4])
    #expect(try parsed("<status>HTTP/1.1 423 Locked</status>").refusals == [423])
  }

  @Test(
    "prefixes are what they are declared to be, and a forgotten one is taken for the right one",
    arguments: [
      ("<a:multistatus xmlns:a='DAV:'>", "a:", "</a:multistatus>", 1),
      ("<multistatus>", "", "</multistatus>", 1),
      ("<D:multistatus>", "lp1:", "</D:multistatus>", 1),
      ("<D:multistatus xmlns:D='DAV:' xmlns:x='urn:x'>", "x:", "</D:multistatus>", 0),
    ]
  )
  func namespaces(_ begin: String, _ prefix: String, _ end: String, _ count: Int) throws {
    let response = "<\(prefix)response><\(prefix)href>/a</\(prefix)href></\(prefix)response>"
    #expect(try parse(begin + response + end).hrefs.count == count)
  }

  @Test("a declaration ends with its element")
  func scopes() throws {
    let parsed = try parse(
      """
      <D:multistatus xmlns:D="DAV:"><D:response xmlns:D="urn:x"><D:href>/a</D:href></D:response>\
      <D:response><D:href>/b</D:href></D:response></D:multistatus>
      """
    )
    #expect(parsed.hrefs == ["/b"])
  }

  @Test("limits hold in fixed memory")
  func limits() throws {
    let deep = "<multistatus>" + String(repeating: "<a>", count: 100)
    let long = "<multistatus><response><href>" + String(repeating: "a", count: 100_000)
    for text in [deep, long, "<html>", "<!DOCTYPE x><multistatus/>"] {
      #expect(throws: XMLFailure.self) { try parse(text) }
    }
    let tag = Array("<multistatus x='".utf8)
    let filler = Array(repeating: UInt8(ascii: "a"), count: 1 << 16)
    #expect(throws: XMLFailure.tokenTooLong) {
      try parse([tag] + Array(repeating: filler, count: 32))
    }
  }
}
