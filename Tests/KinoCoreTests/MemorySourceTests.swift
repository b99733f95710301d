import KinoCore
import KinoTestSupport
import Testing

@Suite("Memory source")
struct MemorySourceTests {
  private let source = MemorySource()

  private func names(in path: SourcePath, limit: Int = 1024) async throws -> [String] {
    let session = try await source.connect()
    let lister = try await session.list(ListRequest(path: path, pageLimit: limit))
    var names: [String] = []
    while true {
      let page = try await lister.next()
      names += page.entries.map(\.name.displayText)
      if page.end != nil { return names }
    }
  }

  @Test("a listing gives what was added, in pages", arguments: [1, 2, 3, 4])
  func listing(_ limit: Int) async throws {
    for name in ["a", "b", "c"] { source.addFile(.path(name)) }
    source.addFile(.path("d/e"))
    source.remove(.path("b"))
    #expect(try await names(in: .root, limit: limit) == ["a", "c", "d"])
    #expect(source.openListers == 0)
  }

  @Test("a moved directory keeps ids and contents")
  func move() async throws {
    source.addFile(.path("old/film.mkv"), size: 100)
    let session = try await source.connect()
    let before = try await session.stat(.path("old/film.mkv"))
    let bytes = try await session.open(.path("old/film.mkv")).read(at: 90, count: 20)
    source.move(.path("old"), to: .path("new/place"))
    #expect(try await session.stat(.path("new/place/film.mkv")) == before)
    #expect(try await session.open(.path("new/place/film.mkv")).read(at: 90, count: 20) == bytes)
    #expect(bytes.count == 10)
    #expect(try await names(in: .path("new")) == ["place"])
    await #expect(throws: SourceError(.notFound, path: .path("old"))) {
      try await session.stat(.path("old"))
    }
  }

  @Test("a fault happens as often as scripted, where it was scripted")
  func faults() async throws {
    source.addFile(.path("a/x"))
    source.addFile(.path("b/x"))
    source.fail(.list, at: .path("a"), with: SourceError(.unavailable), .times(2))
    for _ in 0..<2 {
      await #expect(throws: SourceError(.unavailable)) { try await names(in: .path("a")) }
    }
    #expect(try await names(in: .path("a")) == ["x"])
    #expect(try await names(in: .path("b")) == ["x"])
    #expect(source.count(.list, at: .path("a")) == 3)
  }

  @Test("a failing page comes after the pages before it, and stays failed")
  func failingPage() async throws {
    for name in ["a", "b", "c"] { source.addFile(.path(name)) }
    source.failPage(1, of: .root, with: SourceError(.timedOut))
    let lister = try await source.connect().list(ListRequest(path: .root, pageLimit: 2))
    #expect(try await lister.next().entries.count == 2)
    for _ in 0..<2 {
      await #expect(throws: SourceError(.timedOut)) { try await lister.next() }
    }
    #expect(source.openListers == 0)
  }

  @Test("a hook can change the tree in the middle of a walk")
  func hook() async throws {
    source.addFile(.path("a"))
    source.onCall { [weak source] call in
      if call.operation == .list { source?.addFile(.path("b")) }
    }
    #expect(try await names(in: .root) == ["a", "b"])
  }

  @Test("a delay sleeps on the injected clock")
  func delay() async throws {
    let clock = ManualClock()
    let source = MemorySource(clock: clock)
    source.addFile(.path("a"))
    source.delay(.stat, at: .path("a"), by: .seconds(40))
    _ = try await source.connect().stat(.path("a"))
    #expect(clock.sleeps == [.seconds(40)])
  }

  @Test("a root that is gone is a missing source, not an empty one")
  func missingRoot() async throws {
    source.addFile(.path("a"))
    let session = try await source.connect()
    source.removeRoot()
    await #expect(throws: SourceError(.sourceMissing)) { try await session.rootIdentity() }
    await #expect(throws: SourceError(.sourceMissing)) { try await source.connect() }
  }
}
