import KinoCore
import Testing

@testable import KinoWebDAV

@Suite("Heads of answers")
struct HeadTests {
  private func head(_ lines: String...) -> ResponseHead? {
    var parser = ResponseHeadParser()
    for line in lines { parser.take(Array((line + "\r\n").utf8)) }
    return parser.head
  }

  @Test("a status line begins a new head, and trailers do not count")
  func parser() {
    let found = head(
      "HTTP/1.1 401 Unauthorized",
      "ETag: \"old\"",
      "",
      "HTTP/2 207",
      "eTaG:  \"new\" ",
      "X: y",
      "",
      "ETag: \"trailer\""
    )
    #expect(found?.status == 207 && found?[.etag] == Array("\"new\"".utf8))
    #expect(head("HTTP/1.1 20", "ETag: x") == nil)
    #expect(head("HTTP/1.1 2077 x") == nil)
    #expect(head("ETag: x") == nil)
  }

  @Test(
    "dates of every form",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
      ("Sun Nov  6 08:49:37 1994", 784_111_777_000),
      ("Sun, 6 Nov 1994 8:49:37 GMT", 784_111_777_000),
      ("6 Nov 1994 08:49:37 +0000", 784_111_777_000),
      ("Sun, 06 Nov 1994 09:49:37 CET", 784_111_777_000),
      ("Sun, 06 Nov 1994 03:49:37 -0500", 784_111_777_000),
      ("1994-11-06T08:49:37Z", 784_111_777_000),
      ("1994-11-06T09:49:37.250+01:00", 784_111_777_250), ("1994-11-06 08:49:37", 784_111_777_000),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1000),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600_000),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799_000),
    ]
  )
  func dates(_ text: String, _ milliseconds: Int64) {
    #expect(HTTPDate.parse(text.utf8)?.milliseconds == milliseconds)
  }

  @Test(
    "what is no date, or absurd, is unknown",
    arguments: [
      "", "now", "0", "Mon, 01 Jan 0001 00:00:00 GMT", "Mon, 01 Jan 1601 00:00:00 GMT",
      "Mon, 01 Jan 1754 00:00:00 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "1994-11-06",
      "So., 06 Nov. 1994", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994",
    ]
  )
  func noDates(_ text: String) {
    #expect(HTTPDate.parse(text.utf8) == nil)
  }

  @Test(
    "how long to wait, in seconds and as a date",
    arguments: [
      ("7", nil, .seconds(7)), ("0", nil, .zero), ("99999999999999999999", nil, .seconds(604_800)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil, .seconds(37)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", .seconds(7)),
      ("Sun, 06 Nov 1993 08:49:37 GMT", nil, .zero), ("soon", nil, nil), ("-1", nil, nil),
    ] as [(String, String?, Duration?)]
  )
  func retryAfter(_ value: String, _ date: String?, _ expected: Duration?) {
    var head = ResponseHead(status: 503)
    head.add(.retryAfter, Array(value.utf8))
    if let date { head.add(.date, Array(date.utf8)) }
    let now = Timestamp(milliseconds: 784_111_740_000)
    #expect(head.retryAfter(now: now) == expected)
  }

  private func nextLink(_ lines: [String]) -> NextLink {
    var head = ResponseHead(status: 207)
    for line in lines { head.add(.link, Array(line.utf8)) }
    return NextLink(head)
  }

  @Test(
    "the next link among others",
    arguments: [
      (["<a>; rel=\"next\""], "a"), (["<a>; rel=next"], "a"), (["  <a>  ;\trel = next "], "a"),
      (["<a>; rel=prev, <b>; REL=\"Next\""], "b"), (["<a>; rel='next'"], "a"),
      (["<a>; rel=prev", "<b>;rel=next"], "b"), (["<a,b>; title=\"x\"; rel=\"next\""], "a,b"),
      (["<a>; rel=\"next last\""], "a"), (["<a>; rel=\"last next\""], "a"),
      (["<a>; rel=\"start next\"; type=\"a\""], "a"), (["<>; rel=next"], ""),
      (["<b>; title=\"\\\", <a>; rel=prev\"; rel=next"], "b"), (["<a>; flag; rel=next"], "a"),
      (["<a>; rel=next, <a>; rel=next"], "a"), (["<b>; rel=prev; rel=next"], "b"),
      (["what is no link", "<a>; rel=next"], "a"),
      (Array(repeating: "<x>; rel=x", count: 100) + ["<a>; rel=next"], "a"),
    ]
  )
  func links(_ lines: [String], _ expected: String) {
    #expect(nextLink(lines) == .at(Array(expected.utf8)))
  }

  @Test(
    "what may be a next link, and where it is not to be told",
    arguments: [
      ["a; rel=next"], ["<a; rel=next"], ["<; rel=next"], ["<a; rel=next, <b>; rel=prev"],
      ["<a>; rel=\"next"], ["<a>; rel=next last"], ["<a>; rel=next, <b>; rel=next"],
      ["<b>; rel=prev, a; rel=next"], Array(repeating: "<x>; rel=x", count: 1000),
      [String(repeating: "x", count: 300_000)],
    ]
  )
  func unreadableLinks(_ lines: [String]) {
    #expect(nextLink(lines) == .unreadable)
  }

  @Test(
    "no next link",
    arguments: [
      ["<a>"], ["<a>; rel=prev"], [], ["<a>; rel=next-archive"], ["<a>; title=\"next\""],
      ["what is no link"], ["<next>; rel=up"],
    ]
  )
  func noLinks(_ lines: [String]) {
    #expect(nextLink(lines) == .none)
  }

  @Test("a field may go on in the next line, if it is one that matters")
  func folding() {
    let found = head(
      "HTTP/1.1 207 X",
      " of no field",
      "Link: <a>;",
      "\trel=next",
      "X: y",
      "  ; rel=prev",
      "ETag: \"e\"",
      ""
    )
    #expect(found.map(NextLink.init) == .at(Array("a".utf8)))
    #expect(found?[.etag] == Array("\"e\"".utf8) && found?[.link] == Array("<a>; rel=next".utf8))
  }

  @Test(
    "the logins that a server offers",
    arguments: [
      (["Basic realm=\"a\""], [.basic]), (["Digest realm=\"a, Basic b\", nonce=\"x\""], [.digest]),
      (["Negotiate, NTLM, basic realm=x, DIGEST nonce=\"y\""], [.basic, .digest]),
      (["Bearer", "Basic"], [.bearer, .basic]), (["Basically x=1"], []), ([""], []),
    ] as [([String], Set<LoginScheme>)]
  )
  func challenges(_ lines: [String], _ expected: Set<LoginScheme>) {
    var head = ResponseHead(status: 401)
    for line in lines { head.add(.authenticate, Array(line.utf8)) }
    #expect(head.challenges == expected)
  }

  @Test("content ranges, and what is none")
  func contentRanges() {
    func range(_ text: String) -> ContentRange? { ContentRange(Array(text.utf8)) }
    #expect(range("bytes 0-99/1000")?.bounds == 0...99 && range("bytes 0-99/1000")?.size == 1000)
    #expect(range("Bytes 5-5/*")?.bounds == 5...5 && range("bytes 5-5/*")?.size == nil)
    #expect(range("bytes */7")?.size == 7 && range("bytes */7")?.bounds == nil)
    for bad in [
      "", "0-1/2", "bytes 1-0/2", "bytes 0-2/2", "bytes -1-2/5", "items 0-1/2", "bytes 0-1",
    ] {
      #expect(range(bad) == nil, "\(bad)")
    }
  }
}
