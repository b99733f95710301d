import KinoCore
import KinoTestSupport
import Testing

@testable import KinoConformance

@Suite("Faults that a proxy makes")
struct FaultPlanTests {
  private let now = Timestamp(milliseconds: 784_111_777_000)

  private func verdict(
    _ fault: Fault,
    _ line: String,
    _ fields: [(name: String, value: String)] = []
  ) -> FaultPlan.Verdict {
    var plan = FaultPlan(root: [Array("r".utf8)], elsewhere: "127.0.0.1:9")
    plan.faults = [fault]
    return plan.verdict(on: HTTPHead("\(line) HTTP/1.1", fields), now: now).verdict
  }

  private func answer(_ verdict: FaultPlan.Verdict) -> HTTPHead? {
    if case .answer(let answer) = verdict { answer.head } else { nil }
  }

  private func forwarded(_ verdict: FaultPlan.Verdict) -> HTTPHead? {
    if case .forward(let head, .untouched, .zero) = verdict { head } else { nil }
  }

  @Test("the wish to come back later names a number of seconds, or a date")
  func rateLimit() {
    let seconds = answer(verdict(.rateLimit(seconds: 30, asDate: false), "GET /r/a"))
    #expect(seconds?.status == 429 && seconds?["Retry-After"] == "30")
    let date = answer(verdict(.rateLimit(seconds: 30, asDate: true), "GET /r/a"))
    #expect(date?["Date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(date?.status == 503 && date?["Retry-After"] == "Sun, 06 Nov 1994 08:50:07 GMT")
  }

  @Test("a fault at a path holds for what is below it, and for nothing else")
  func paths() {
    let fault = Fault.forbid(.path("a b"))
    #expect(answer(verdict(fault, "GET /r/a%20b/c"))?.status == 403)
    #expect(answer(verdict(fault, "PROPFIND /r/a%20b/"))?.status == 403)
    #expect(forwarded(verdict(fault, "GET /r/a"))?.target == "/r/a")
    guard
      case .forward(_, _, .milliseconds(5)) = verdict(
        .slow(.path("a"), milliseconds: 5),
        "GET /r/a"
      )
    else { return #expect(Bool(false), "not slow") }
  }

  @Test(
    "the number of a page is in bounds, whatever address a server made up",
    arguments: [
      ("/r/", 0), ("/r/?page=3", 3), ("/r/?page=-5", 0), ("/r/?page=\(Int.max)", 1_000_000),
      ("/r/?page=99999999999999999999", 0),
    ]
  )
  func pageNumbers(_ target: String, _ page: Int) {
    #expect(HTTPHead("PROPFIND \(target) HTTP/1.1", []).page == page)
  }

  @Test("ranges are left out, shifted or refused, where there are any")
  func ranges() {
    let range = [(name: "Range", value: "bytes=5-9")]
    #expect(forwarded(verdict(.ignoreRange, "GET /r/a", range))?["Range"] == nil)
    #expect(forwarded(verdict(.wrongRange, "GET /r/a", range))?["Range"] == "bytes=105-109")
    #expect(answer(verdict(.refuseRange, "GET /r/a", range))?.status == 416)
    #expect(forwarded(verdict(.refuseRange, "GET /r/a")) != nil)
  }

  @Test("listings are changed, and single looks are not")
  func listings() {
    guard
      case .forward(let head, .changed(.cyclicPages), _) = verdict(
        .cyclicPages,
        "PROPFIND /r/?kino-page=1",
        [("Depth", "1"), ("Accept-Encoding", "gzip")]
      )
    else { return #expect(Bool(false), "not changed") }
    #expect(head.target == "/r/" && head["Accept-Encoding"] == nil)
    #expect(forwarded(verdict(.cyclicPages, "PROPFIND /r/", [("Depth", "0")])) != nil)
    #expect(
      answer(verdict(.failPage(1), "PROPFIND /r/?kino-page=1", [("Depth", "1")]))?.status == 500
    )
  }

  @Test(
    "a range that nobody asks for is neither left out nor shifted",
    arguments: [
      Fault.ignoreRange, .wrongRange, .refuseRange,
    ]
  )
  func noRange(_ fault: Fault) {
    var plan = FaultPlan(root: [], elsewhere: "127.0.0.1:9")
    plan.faults = [fault]
    #expect(plan.verdict(on: HTTPHead("GET /a HTTP/1.1", []), now: now).fault == nil)
    let ranged = HTTPHead("GET /a HTTP/1.1", [("Range", "bytes=5-9")])
    #expect(plan.verdict(on: ranged, now: now).fault == fault)
  }

  @Test("an answer in which there is nothing to change is said to be the server's own")
  func unchanged() {
    let plan = FaultPlan(root: [Array("r".utf8)], elsewhere: "127.0.0.1:9")
    let request = HTTPHead("PROPFIND /r/ HTTP/1.1", [("Depth", "1")])
    let head = HTTPHead("HTTP/1.1 207 x", [])
    let listing = Array("<m><response><href>/r/</href></response></m>".utf8)
    func isChanged(_ fault: Fault, _ content: [UInt8]) -> Bool {
      plan.changed(head, content, by: fault, for: request) != nil
    }
    #expect(isChanged(.hostileNames, listing))
    #expect(!isChanged(.hostileNames, [0x1F, 0x8B, 8, 0]))
    #expect(!isChanged(.vanishingEntry(.path("a")), listing))
    #expect(!isChanged(.withholdAttributes, listing))
    #expect(!isChanged(.truncateListing(afterEntries: 3), listing))
    #expect(isChanged(.resetListing(afterEntries: 3), listing))
  }

  @Test("a refused login is asked for again in the way in which it came")
  func login() {
    let digest = [(name: "Authorization", value: "Digest x")]
    let challenge = answer(verdict(.revokeCredentials, "GET /", digest))?["WWW-Authenticate"]
    #expect(challenge?.hasPrefix("Digest") == true)
    #expect(answer(verdict(.refuseAnonymous, "GET /"))?.status == 401)
    #expect(forwarded(verdict(.refuseAnonymous, "GET /", digest)) != nil)
  }
}

@Suite("Conversation through a proxy")
struct ProxyConversationTests {
  private let now = Timestamp(milliseconds: 0)
  private let plan = FaultPlan(root: [], elsewhere: "127.0.0.1:9")
  private var talk = ProxyConversation(server: "s:1", proxy: "p:2", sendsHost: true)

  private func sent(_ actions: [ProxyConversation.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .began: "began"
      case .ended: "ended"
      case .content(let count): "content \(count)"
      case .felt(let fault): "felt \(fault.name)"
      case .toServer(let bytes): ">" + String(decoding: bytes, as: UTF8.self)
      case .toClient(let payload): "<" + String(decoding: payload.next, as: UTF8.self)
      case .wait: "wait"
      case .close(let reset): reset ? "reset" : "close"
      }
    }
  }

  @Test("requests and answers pass, with the server's name in the one and the proxy's in the other")
  mutating func names() {
    #expect(talk.takeFromClient(Array("GET / HTTP/1.1\r\n".utf8), plan, now: now).isEmpty)
    let request = talk.takeFromClient(Array("Host: p:2\r\n\r\n".utf8), plan, now: now)
    #expect(sent(request) == ["began", ">GET / HTTP/1.1\r\nHost: s:1\r\n\r\n"])
    let text = "HTTP/1.1 301 x\r\nLocation: http://s:1/a\r\nContent-Length: 2\r\n\r\nhi"
    let answer = talk.takeFromServer(Array(text.utf8), plan, now: now)
    let head = "HTTP/1.1 301 x\r\nLocation: http://p:2/a\r\nContent-Length: 2\r\n\r\n"
    #expect(sent(answer) == ["<" + head, "content 2", "<hi", "ended"])
    #expect(!talk.isBusy)
  }

  @Test("a request that comes too early waits for the answer before it")
  mutating func early() {
    let twice = Array("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n".utf8)
    #expect(talk.takeFromClient(twice, plan, now: now).count == 2)
    let answer = Array("HTTP/1.1 204 x\r\n\r\n".utf8)
    let actions = sent(talk.takeFromServer(answer, plan, now: now))
    #expect(actions.suffix(2) == ["began", ">GET /b HTTP/1.1\r\nHost: s:1\r\n\r\n"])
  }

  @Test("a slow request goes on when it is resumed, a silent one never")
  mutating func slow() {
    var plan = plan
    plan.faults = [.slow(.root, milliseconds: 5)]
    let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    #expect(sent(talk.takeFromClient(request, plan, now: now)) == ["began", "felt slow", "wait"])
    #expect(sent(talk.resume()) == [">GET / HTTP/1.1\r\nHost: s:1\r\n\r\n"])
    #expect(talk.resume().isEmpty)
    var silent = ProxyConversation(server: "s:1", proxy: "p:2", sendsHost: false)
    plan.faults = [.silence]
    #expect(sent(silent.takeFromClient(request, plan, now: now)) == ["began", "felt silence"])
    #expect(silent.isBusy)
  }

  @Test("a server that ends in the middle of an answer ends the connection")
  mutating func brokenOff() {
    _ = talk.takeFromClient(Array("GET / HTTP/1.1\r\n\r\n".utf8), plan, now: now)
    let part = "HTTP/1.1 200 x\r\nContent-Length: 9\r\n\r\nab"
    _ = talk.takeFromServer(Array(part.utf8), plan, now: now)
    #expect(sent(talk.endServer(plan, now: now)) == ["close"])
    #expect(talk.isBusy)
  }
}
