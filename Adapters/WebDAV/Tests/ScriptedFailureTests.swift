import KinoCore
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Failures of servers", .serialized)
struct ScriptedFailureTests {
  @Test(
    "a listing that is cut short fails, for a while",
    arguments: [
      ("xml", .protocolViolation), ("unmarked", .protocolViolation), ("length", .unavailable),
      ("reset", .unavailable), ("late", .unavailable),
    ] as [(String, SourceError.Kind)]
  )
  func cut(_ path: String, _ kind: SourceError.Kind) async throws {
    let error = try await Scripted("cut").failure(listing: path)
    #expect(error?.kind == kind && error?.retry == .temporary, "\(String(describing: error))")
  }

  @Test("pages that came before a break stay good")
  func latePages() async throws {
    let session = try await Scripted("cut").connect()
    let lister = try await session.list(ListRequest(path: .path("late"), pageLimit: 100))
    #expect(try await lister.next().entries.count == 100)
    let error = await failure { while try await lister.next().end == nil {} }
    #expect(error?.kind == .unavailable)
  }

  @Test("a body in chunks is read as well")
  func chunked() async throws {
    #expect(try await Scripted("cut").connect().listAll(.path("chunked")).names == ["a.mkv"])
  }

  @Test("silence about one directory is that directory's, if the root answers")
  func silence() async throws {
    let error = try await Scripted("cut").failure(listing: "silent")
    #expect(error?.kind == .unavailable && error?.scope == .directory)
    let mute = try await Scripted("mute").failure(listing: "a")
    #expect(mute?.kind == .unavailable && mute?.scope == .root)
  }

  @Test("nothing is not found while the root is gone")
  func gone() async throws {
    let session = try await Scripted("gone").connect()
    let listed = await failure { try await session.listAll(.path("a")) }
    #expect(listed?.kind == .sourceMissing && listed?.scope == .root)
    let looked = await failure { try await session.stat(.path("a")) }
    #expect(looked?.kind == .sourceMissing)
    #expect(await failure { try await session.rootIdentity() }?.kind == .sourceMissing)
  }

  @Test(
    "a server that takes its time is given up in time",
    arguments: ["stall", "dribble", "hang", "endless"]
  )
  func slow(_ path: String) async throws {
    let session = try await Scripted("cut").connect(
      deadlines: .init(connect: .seconds(60), page: .milliseconds(400))
    )
    let start = ContinuousClock.now
    let error = await failure { try await session.listAll(.path(path)) }
    #expect(error?.kind == .timedOut && error?.retry == .temporary)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("looking up and reading are given up in time as well")
  func slowControl() async throws {
    let impatient = try await Scripted("cut").connect(
      deadlines: .init(connect: .seconds(60), control: .milliseconds(400))
    )
    #expect(await failure { try await impatient.stat(.path("hang.mkv")) }?.kind == .timedOut)
    let session = try await Scripted("cut").connect(
      deadlines: .init(connect: .seconds(60), control: .seconds(60), read: .milliseconds(400))
    )
    let reader = try await session.open(.path("film.mkv"))
    #expect(await failure { try await reader.read(at: 0, count: 1) }?.kind == .timedOut)
  }

  @Test(
    "a cancelled call ends at once, and the session goes on",
    arguments: ["stall", "dribble", "hang", "endless", "stat", "read"]
  )
  func cancellation(_ what: String) async throws {
    // On a machine with much else to do the quickest of some attempts tells.
    var quickest = Duration.seconds(60)
    for _ in 0..<20 where quickest > .milliseconds(250) {
      let scripted = try await Scripted("cut")
      let session = try await scripted.connect()
      let task = Task {
        switch what {
        case "stat": _ = try await session.stat(.path("hang.mkv"))
        case "read": _ = try await session.open(.path("film.mkv")).read(at: 0, count: 1)
        default: _ = try await session.listAll(.path(what))
        }
      }
      // The request has arrived when the server has seen more than the looks before it.
      try await scripted.requests(atLeast: what == "read" ? 3 : 2)
      let start = ContinuousClock.now
      task.cancel()
      #expect(await failure { try await task.value }?.kind == .cancelled)
      quickest = min(quickest, ContinuousClock.now - start)
      #expect(try await session.listAll(.path("chunked")).names == ["a.mkv"])
    }
    #expect(quickest <= .milliseconds(250))
  }

  @Test("a task that is cancelled already asks for nothing")
  func cancelledBefore() async throws {
    let scripted = try await Scripted("cut")
    let session = try await scripted.connect()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      _ = try await session.listAll()
    }
    #expect(await failure { try await task.value }?.kind == .cancelled)
    #expect(try await scripted.requests().count == 1)
  }

  @Test("after closing every call fails, also one that is under way")
  func close() async throws {
    let scripted = try await Scripted("cut")
    let session = try await scripted.connect()
    let task = Task { _ = try await session.listAll(.path("hang")) }
    try await scripted.requests(atLeast: 2)
    await session.close()
    await session.close()
    for error in [
      await failure { try await task.value }, await failure { try await session.listAll() },
      await failure { try await session.stat(.path("film.mkv")) },
    ] {
      #expect(error?.kind == .unavailable && error?.retry == .permanent)
    }
  }

  @Test(
    "a server that wants fewer requests says for how long",
    arguments: [("seconds", .seconds(7)), ("date", .seconds(60)), ("blocked", nil)]
      as [(String, Duration?)]
  )
  func limits(_ path: String, _ wait: Duration?) async throws {
    let error = try await Scripted("limits").failure(listing: path)
    #expect(error?.kind == .rateLimited && error?.retry == .temporary && error?.retryAfter == wait)
  }

  @Test("an overloaded server is unavailable, and not found is doubted after it was limited")
  func overload() async throws {
    let session = try await Scripted("limits").connect()
    #expect(await failure { try await session.listAll(.path("plain")) }?.kind == .unavailable)
    #expect(await failure { try await session.listAll(.path("gone")) }?.kind == .notFound)
    #expect(await failure { try await session.listAll(.path("seconds")) }?.kind == .rateLimited)
    #expect(await failure { try await session.listAll(.path("gone")) }?.kind == .rateLimited)
  }

  @Test("only 404 and 410 mean that something is not there")
  func statuses() async throws {
    let session = try await Scripted("statuses").connect()
    let statuses = [
      200, 204, 301, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 412, 413, 414, 415, 418, 423,
      451, 500, 501, 502, 503, 504, 507, 511, 599, 999,
    ]
    var gone: [Int] = []
    for status in statuses {
      let error = await failure { try await session.listAll(.path("\(status)")) }
      #expect(error?.underlying == .init(domain: "http", code: Int64(status)))
      if error?.kind == .notFound { gone.append(status) }
    }
    #expect(gone == [404, 410])
  }

  @Test(
    "a web page is no listing: a login form means that the login is over",
    arguments: [
      ("form", .authenticationFailed), ("moved", .authenticationFailed),
      ("page", .protocolViolation), ("html-207", .protocolViolation),
    ] as [(String, SourceError.Kind)]
  )
  func login(_ path: String, _ kind: SourceError.Kind) async throws {
    #expect(try await Scripted("login").failure(listing: path)?.kind == kind)
  }

  @Test("a login form is no film")
  func loginForFilm() async throws {
    let reader = try await Scripted("login").connect().open(.path("film.mkv"))
    let error = await failure { try await reader.read(at: 0, count: 10) }
    #expect(error?.kind == .authenticationFailed)
  }

  @Test(
    "hostile and broken documents are refused",
    arguments: [
      ("doctype", .protocolViolation), ("external", .protocolViolation), ("deep", .tooLarge),
      ("long-text", .tooLarge), ("long-tag", .tooLarge), ("bomb", .tooLarge),
      ("ampersand", .protocolViolation), ("control", .protocolViolation),
      ("other-root", .protocolViolation), ("empty", .protocolViolation),
      ("two-roots", .protocolViolation), ("zip", .protocolViolation),
    ] as [(String, SourceError.Kind)]
  )
  func xml(_ path: String, _ kind: SourceError.Kind) async throws {
    var limits = MultistatusLimits()
    limits.bytes = 4 << 20
    let session = try await Scripted("xml").connect(limits: limits)
    let error = await failure { try await session.listAll(.path(path)) }
    #expect(error?.kind == kind && error?.scope == .directory, "\(String(describing: error))")
  }

  @Test("documents with a mark, compressed or in Latin-1 are read", arguments: ["mark", "gzip"])
  func odd(_ path: String) async throws {
    let session = try await Scripted("xml").connect()
    #expect(try await session.listAll(.path(path)).names == ["a.mkv"])
    // The name is the UTF-8 that the document's encoding makes of it.
    #expect(try await session.listAll(.path("latin")).names == ["é.mkv"])
  }
}
