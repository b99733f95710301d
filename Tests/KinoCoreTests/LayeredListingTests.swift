import KinoTestSupport
import Testing

@testable import KinoCore

@Suite("Checked listing")
struct LayeredListingTests {
  private let clock = ManualClock()
  private let source: MemorySource

  init() {
    source = MemorySource(clock: clock)
    for name in ["a", "b", "c"] { source.addFile(.path(name)) }
  }

  private func lister(
    limit: Int = 2,
    _ policy: SourcePolicy = SourcePolicy()
  ) async throws(SourceError) -> any DirectoryLister {
    let session = try await source.connect().layered(policy: policy, clock: clock)
    return try await session.list(ListRequest(path: .root, pageLimit: limit))
  }

  private func pages(of lister: any DirectoryLister) async throws(SourceError) -> [DirectoryPage] {
    var pages: [DirectoryPage] = []
    repeat { pages.append(try await lister.next()) } while pages.last?.end == nil
    return pages
  }

  private func names(_ pages: [DirectoryPage]) -> [String] {
    pages.flatMap(\.entries).map(\.name.displayText)
  }

  @Test("a sound listing passes unchanged and repeats its end")
  func sound() async throws {
    let lister = try await lister()
    let pages = try await pages(of: lister)
    #expect(names(pages) == ["a", "b", "c"] && pages.last?.end == .complete)
    #expect(try await lister.next() == DirectoryPage(entries: [], end: .complete))
    #expect(source.openListers == 0)
  }

  @Test("a failure before the first page begins the listing anew")
  func firstPageFails() async throws {
    source.failPage(0, of: .root, with: SourceError(.unavailable, scope: .directory), .times(2))
    #expect(names(try await pages(of: try await lister())) == ["a", "b", "c"])
    #expect(source.count(.list) == 3)
  }

  @Test("a failure after the first page is passed on and stays")
  func laterPageFails() async throws {
    source.failPage(1, of: .root, with: SourceError(.timedOut))
    let lister = try await lister()
    #expect(names([try await lister.next()]) == ["a", "b"])
    for _ in 0..<2 {
      await #expect(throws: SourceError(.timedOut)) { try await lister.next() }
    }
    #expect(source.count(.list) == 1 && source.openListers == 0)
  }

  @Test("a page that comes after its deadline is not taken for the next one")
  func lostPage() async throws {
    let held = ManualClock(.held)
    source.capabilities.enforcesDeadlines = false
    let gate = HeldPage()
    source.onCall { call in
      if call.operation == .page { await gate.pass() }
    }
    var policy = SourcePolicy()
    policy.pacing = .zero ... .zero
    let session = try await source.connect().layered(policy: policy, clock: held)
    let lister = try await session.list(ListRequest(path: .root, pageLimit: 2))
    let task = Task { [self] in try await names(pages(of: lister)) }
    await gate.waitUntilHeld()
    await held.waitForSleepers()
    let sleeps = held.sleeps.count
    held.advance(by: .seconds(30))
    await held.waitForSleeps(total: sleeps + 1)
    await gate.release()
    held.advance(by: .seconds(1))
    #expect(try await task.value == ["a", "b", "c"])
  }

  @Test("an unsafe name is dropped, noted, and makes the listing incomplete")
  func unsafeNames() async throws {
    for name in ["..", ".", "", "x/y", "x\0y"] {
      let unsafe = PathComponent(trusted: Array(name.utf8))
      source.addRaw(SourceEntry(name: unsafe, kind: .file), in: .root)
    }
    let pages = try await pages(of: try await lister(limit: 100))
    #expect(names(pages) == ["a", "b", "c"])
    #expect(pages.last?.end == .incomplete([.invalidName]))
    #expect(pages.flatMap(\.notes).count == 5)
    #expect(pages.flatMap(\.notes).allSatisfy { $0.name == nil })
  }

  @Test("a name that comes twice is delivered once, also pages later")
  func twins() async throws {
    source.addRaw(SourceEntry(name: .name("a"), kind: .directory), in: .root)
    let pages = try await pages(of: try await lister(limit: 1))
    #expect(names(pages) == ["a", "b", "c"])
    #expect(pages.flatMap(\.entries).first?.kind == .file)
    #expect(pages.last?.end == .incomplete([.duplicateName]))
    #expect(pages.flatMap(\.notes).map(\.name) == [.name("a")])
  }

  @Test("impossible sizes and dates become unknown, and their entry stays")
  func absurdAttributes() async throws {
    source.update(.path("a")) { entry in
      entry.size = -1
      entry.modifiedAt = Timestamp(milliseconds: .max)
      entry.createdAt = Timestamp(milliseconds: .min)
    }
    let pages = try await pages(of: try await lister(limit: 1))
    #expect(pages.first?.entries.map(\.size) == [nil])
    #expect(pages.first?.entries.map(\.modifiedAt) == [nil])
    #expect(pages.first?.entries.map(\.createdAt) == [nil])
    #expect(pages.last?.end == .complete)
    let entry = try await source.connect().layered().stat(.path("a"))
    #expect(entry.size == nil && entry.modifiedAt == nil && entry.createdAt == nil)
  }

  @Test("dates of the years 1 and 9999 are kept")
  func earliestAndLatest() async throws {
    source.update(.path("a")) { entry in
      entry.modifiedAt = .latest
      entry.createdAt = .earliest
    }
    let entry = try await lister(limit: 1).next().entries.first
    #expect(entry?.modifiedAt == .latest && entry?.createdAt == .earliest)
  }

  @Test("an adapter's own reasons are kept")
  func reasons() async throws {
    source.endIncomplete(.root, [.truncatedByServer])
    #expect(try await pages(of: try await lister()).last?.end == .incomplete([.truncatedByServer]))
  }

  @Test("a listing that goes in circles is a protocol violation")
  func circle() async throws {
    let lister = try await CircularSession().layered(clock: clock)
      .list(ListRequest(path: .root))
    let error = await #expect(throws: SourceError.self) { try await pages(of: lister) }
    #expect(error?.kind == .protocolViolation && error?.scope == .directory)
  }

  @Test("a listing beyond the limit of entries is too large")
  func entryLimit() async throws {
    var policy = SourcePolicy()
    policy.entryLimit = 2
    let lister = try await lister(limit: 1, policy)
    let error = await #expect(throws: SourceError.self) { try await pages(of: lister) }
    #expect(error?.kind == .tooLarge)
  }

  @Test("a name set keeps many names apart")
  func nameSet() {
    var names = NameSet()
    let added = (0..<10_000).count { names.insert(.name("name \($0)")) }
    let addedAgain = (0..<10_000).count { names.insert(.name("name \($0)")) }
    #expect(added == 10_000 && addedAgain == 0 && names.count == 10_000)
  }
}

/// Holds the first call that passes until it is released.
private actor HeldPage {
  private var isFirst = true
  private var held: CheckedContinuation<Void, Never>?
  private var watcher: CheckedContinuation<Void, Never>?

  func pass() async {
    guard isFirst else { return }
    isFirst = false
    await withCheckedContinuation { continuation in
      held = continuation
      watcher?.resume()
    }
  }

  func waitUntilHeld() async {
    guard held == nil else { return }
    await withCheckedContinuation { watcher = $0 }
  }

  func release() {
    held?.resume()
  }
}

/// A source that delivers the same page for ever.
private final class CircularSession: SourceSession, DirectoryLister {
  var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities()
    capabilities.enforcesDeadlines = true
    return capabilities
  }

  func next() async throws(SourceError) -> DirectoryPage {
    DirectoryPage(entries: [SourceEntry(name: .name("a"), kind: .file)])
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister { self }

  func rootIdentity() async throws(SourceError) -> RootIdentity { .unknown }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    SourceEntry(name: .root, kind: .directory)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    throw SourceError(.unsupported)
  }

  func close() async {}
}
