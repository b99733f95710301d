import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// Hours of use in a minute: sessions over a real server, behind a proxy that counts and cuts.
///
/// The short tier does a hundredth of it.
@Suite("A session on a file server that is used for long", .serialized)
struct ShareSoakTests {
  // The adapter's, 1 for NFS and 8 for SMB, and what is being replaced.
  private static let mostConnections = 10

  @Test("8 lists and 8 readers at the same time are right", arguments: ShareKind.all)
  func parallel(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    let end = ContinuousClock.now + (Tier.isLong ? .seconds(60) : .milliseconds(600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          while ContinuousClock.now < end { try await served.listFilm(worker, in: session) }
        }
        group.addTask {
          let reader = try await session.open(served.path(of: worker))
          while ContinuousClock.now < end { try await served.read(worker, by: reader) }
          await reader.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(served.proxy.count <= Self.mostConnections)
    #expect(served.proxy.countAll <= 2 * Self.mostConnections)
    await session.close()
    try await served.expectNoConnections()
  }

  @Test(
    "files and sessions that were opened and closed leave nothing behind",
    arguments: ShareKind.all
  )
  func cycles(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    let before = ResidentMemory.now
    for cycle in 0..<(Tier.isLong ? 10_000 : 100) {
      let reader = try await session.open(served.path(of: cycle % 40))
      if cycle.isMultiple(of: 10) { try await served.read(cycle % 40, by: reader) }
      await reader.close()
    }
    #expect(served.proxy.countAll <= 2 * Self.mostConnections)
    for _ in 0..<(Tier.isLong ? 500 : 10) {
      let other = try await served.connect()
      try await served.listFilm(3, in: other)
      await other.close()
    }
    // Other tests use memory as well.
    #expect(ResidentMemory.now - before < 200 << 20)
    await session.close()
    try await served.expectNoConnections()
  }

  @Test(
    "connections that are lost at any moment cost no more than their call",
    arguments: ShareKind.all
  )
  func losses(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let limit = Duration.seconds(5)
    // It lists, opens and reads twice, each within its own time.
    let most = limit * 4 + Duration.seconds(2)
    let session = try await served.connect(within: limit)
    var random = SeededGenerator(seed: Tier.seed)
    for round in 0..<(Tier.isLong ? 300 : 12) {
      let (wait, bytes) = (
        Int.random(in: 0..<15, using: &random), Int.random(in: 1..<4000, using: &random)
      )
      let cut = Task {
        try await Task.sleep(for: .milliseconds(wait))
        if round.isMultiple(of: 2) {
          served.proxy.cut()
        } else {
          served.proxy.make(.resets, after: bytes)
        }
      }
      for number in 0..<4 {
        let start = ContinuousClock.now
        do throws(SourceError) {
          try await served.use(number, in: session)
        } catch {
          #expect(error.retry == .temporary, "seed \(Tier.seed), round \(round): \(error)")
        }
        #expect(ContinuousClock.now - start < most)
      }
      try await cut.value
      served.proxy.heal()
    }
    try await served.use(5, in: session)
    await session.close()
    try await served.expectNoConnections()
  }

  @Test("cancelling ends a call within 250 ms, at any moment", arguments: ShareKind.all)
  func cancelling(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    var random = SeededGenerator(seed: Tier.seed)
    var late = 0
    let rounds = Tier.isLong ? 200 : 12
    for round in 0..<rounds {
      let wait = Int.random(in: 0..<40, using: &random)
      served.proxy.freeze(round.isMultiple(of: 2))
      let call = Task {
        // Another connection is being made, and keeps others from it.
        if round.isMultiple(of: 3) {
          await served.connectAndClose()
        } else {
          try? await served.use(round % 40, in: session)
        }
      }
      try await Task.sleep(for: .milliseconds(wait))
      let start = ContinuousClock.now
      call.cancel()
      await call.value
      if ContinuousClock.now - start > .milliseconds(250) { late += 1 }
    }
    served.proxy.heal()
    // A machine that has much else to do may be late itself.
    #expect(late <= rounds / 20, "seed \(Tier.seed)")
    try await served.use(1, in: session)
    await session.close()
    try await served.expectNoConnections()
  }
}

/// A tree that is served, behind a proxy of its own, and what is in it.
private struct ServedShare: Sendable {
  let tree: ShareTree
  let proxy: PlainProxy

  init(_ kind: ShareKind) async throws {
    tree = try await .still(kind)
    proxy = try PlainProxy(to: kind.port(of: tree.server))
  }

  func connect(within limit: Duration = .seconds(60)) async throws(SourceError) -> any SourceSession
  {
    guard var place = try? tree.kind.place(at: proxy.port, of: tree.server) else {
      throw SourceError(.unsupported)
    }
    place.deadlines = .init(connect: limit, control: limit, page: limit, read: limit)
    return try await tree.kind.adapter.connect(place, credential: tree.kind.credential)
  }

  func connectAndClose() async {
    if let session = try? await connect() { await session.close() }
  }

  func path(of film: Int) -> SourcePath {
    SourcePath("\(FolderTree.film(film))/Film \(film).mkv") ?? .root
  }

  /// Lists a film's folder, and expects what is there.
  func listFilm(_ film: Int, in session: any SourceSession) async throws(SourceError) {
    let path = SourcePath(FolderTree.film(film)) ?? .root
    let lister = try await session.list(ListRequest(path: path, pageLimit: 100))
    var names: Set<String> = []
    while true {
      let page = try await lister.next()
      names.formUnion(page.entries.map { String(decoding: $0.name.bytes, as: UTF8.self) })
      if page.end != nil { break }
    }
    let base = "Film \(film)"
    let wanted = ["\(base).mkv", "\(base).nfo", "\(base).en.srt", "poster.jpg", "notes.txt"]
    #expect(names == Set(wanted))
  }

  /// Reads a film's beginning and end, and expects its bytes.
  func read(_ film: Int, by reader: any SourceReader) async throws(SourceError) {
    let head = try await reader.read(at: 0, count: 4096)
    let word = unsafe withUnsafeBytes(of: (UInt64(film) * 1000).littleEndian) { unsafe Array($0) }
    #expect(head == word + Array(repeating: 0, count: 4088))
    let size = 10_000 + film * 3
    let tail = try await reader.read(at: Int64(size) - 9, count: 100)
    #expect(tail == Array(repeating: 0, count: 9))
  }

  /// Lists, opens and reads.
  func use(_ film: Int, in session: any SourceSession) async throws(SourceError) {
    try await listFilm(film, in: session)
    let reader = try await session.open(path(of: film), locator: nil, expecting: nil)
    try await read(film, by: reader)
    await reader.close()
  }

  /// Expects that no connection is left soon; they are ended behind the calls.
  func expectNoConnections() async throws {
    let end = ContinuousClock.now + .seconds(20)
    while proxy.count > 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(proxy.count == 0)
  }
}
