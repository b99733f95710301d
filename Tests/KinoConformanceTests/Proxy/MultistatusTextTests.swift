import KinoCore
import Testing

@testable import KinoConformance

@Suite("Listings that a proxy changes")
struct MultistatusTextTests {
  private let text = """
    <?xml version="1.0"?>
    <a:multistatus xmlns:a="DAV:">
    <a:response xmlns:b="DAV:"><a:href>/d/</a:href><a:responsedescription/></a:response>
    <a:response><a:href>http://h/d/x%20&amp;.mkv</a:href><a:propstat><a:prop>\
    <b:getcontentlength q:dt="x">5</b:getcontentlength><b:getetag/></a:prop></a:propstat></a:response>
    <a:response><a:href>/d/y.mkv</a:href></a:response>
    </a:multistatus>
    """
  private let listing = HTTPHead("PROPFIND /d/ HTTP/1.1", [(name: "Depth", value: "1")])
  private let head = HTTPHead("HTTP/1.1 207 Multi-Status", [])

  private func changed(by fault: Fault, _ request: HTTPHead? = nil) -> (ProxyAnswer, String) {
    let plan = FaultPlan(root: [Array("d".utf8)], elsewhere: "127.0.0.1:9")
    let content = Array(text.utf8)
    var answer =
      plan.changed(head, content, by: fault, for: request ?? listing) ?? ProxyAnswer(head, content)
    var bytes: [UInt8] = []
    while !answer.content.isEmpty {
      bytes += answer.content.next
      answer.content.remove(answer.content.next.count)
    }
    return (answer, String(decoding: bytes, as: UTF8.self))
  }

  @Test("a document is cut at its answers, and is the same put together")
  func cut() throws {
    let document = try #require(Multistatus(Array(text.utf8)))
    #expect(document.bytes == Array(text.utf8))
    #expect(
      document.responses.map(Multistatus.path) == [
        [Array("d".utf8)], [Array("d".utf8), Array("x &.mkv".utf8)],
        [Array("d".utf8), Array("y.mkv".utf8)],
      ]
    )
    #expect(document.members(of: [Array("d".utf8)]).members.count == 2)
    #expect(Multistatus(Array("<html></html>".utf8)) == nil)
  }

  @Test("properties are taken away with their tags")
  func withheld() {
    let (answer, text) = changed(by: .withholdAttributes)
    #expect(!text.contains("getcontentlength") && text.contains("<b:getetag/>"))
    #expect(answer.head["Content-Length"] == String(text.utf8.count))
  }

  @Test("a listing that is reset was announced whole, one that is cut short was not")
  func broken() {
    let (reset, start) = changed(by: .resetListing(afterEntries: 1))
    #expect(start.contains("x%20") && !start.contains("y.mkv"))
    #expect(reset.ending == .isReset && reset.head["Content-Length"] == String(text.utf8.count))
    let (cut, same) = changed(by: .truncateListing(afterEntries: 1))
    #expect(same == start && cut.ending == .isClosed && cut.head["Content-Length"] == nil)
  }

  @Test("a server that keeps entries back says so about the directory")
  func capped() {
    let (_, text) = changed(by: .capListing(1))
    #expect(!text.contains("y.mkv"))
    #expect(text.contains("<K:href>/d/</K:href><K:status>HTTP/1.1 507"))
    #expect(text.hasSuffix("</a:multistatus>"))
  }

  @Test("pages in a circle lead back to the first, others on to the next while there is more")
  func pages() {
    #expect(changed(by: .cyclicPages).0.head["Link"] == #"</d/?kino-page=1>; rel="next""#)
    var second = listing
    second.target = "/d/?kino-page=1"
    #expect(changed(by: .cyclicPages, second).0.head["Link"] == #"</d/>; rel="next""#)
    #expect(changed(by: .failPage(1)).0.head["Link"] == nil)
  }

  @Test("one entry fails and the others stay")
  func failed() throws {
    let path = try #require(SourcePath("x &.mkv"))
    let (_, text) = changed(by: .vanishingEntry(path))
    #expect(text.contains("<K:href>http://h/d/x%20&amp;.mkv</K:href><K:status>HTTP/1.1 404"))
    #expect(text.contains("y.mkv"))
  }

  @Test("what was not asked for to be packed can be unpacked")
  func stored() {
    let packed = Gzip.stored(Array("123456789".utf8))
    #expect(packed.prefix(3) == [0x1F, 0x8B, 8])
    // The check value of CRC-32.
    #expect(packed.suffix(8).prefix(4) == [0x26, 0x39, 0xF4, 0xCB])
    #expect(packed.suffix(4) == [9, 0, 0, 0])
  }
}
