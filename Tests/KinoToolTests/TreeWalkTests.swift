import KinoCore
import KinoTestSupport
import KinoTestTools
import Synchronization
import Testing

@testable import kino

@Suite("Walks over a tree")
struct TreeWalkTests {
  private let source = MemorySource()

  init() {
    for path in ["a/1", "a/b/2", "a/b/c/3", "d/4", "5"] { source.addFile(.path(path)) }
  }

  /// What a walk lists, and what it cannot, each in order.
  private func walk(
    isRecursive: Bool = true
  ) async throws -> (listed: [String], failed: [String]) {
    let walk = TreeWalk(try await source.connect(), isRecursive: isRecursive)
    var (listed, failed): ([String], [String]) = ([], [])
    try await walk.run { step in
      switch step {
      case .page(let directory, let page):
        listed += page.entries.map { directory.appending($0.name).displayText }
      case .failed(let directory, _): failed.append(directory.displayText)
      }
    }
    return (listed, failed)
  }

  /// How a walk ends early.
  private func end() async -> SourceError? {
    do {
      _ = try await walk()
    } catch Interruption.source(let error) {
      return error
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test("everything is listed once, directories before what is in them")
  func whole() async throws {
    let listed = try await walk().listed
    #expect(listed.sorted() == ["5", "a", "a/1", "a/b", "a/b/2", "a/b/c", "a/b/c/3", "d", "d/4"])
    for path in listed {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let parent = try #require(listed.firstIndex(of: String(path[..<slash])))
      #expect(try #require(listed.firstIndex(of: path)) > parent)
    }
  }

  @Test("what lies below is left alone unless it is asked for")
  func flat() async throws {
    #expect(try await walk(isRecursive: false).listed.sorted() == ["5", "a", "d"])
    #expect(source.count(.list) == 1)
  }

  @Test("pages of any size come in order", arguments: [1, 3])
  func pages(_ limit: Int) async throws {
    let whole = try await walk().listed
    source.pageLimit = limit
    let (listed, failed) = try await walk()
    #expect(listed == whole && listed.count == 9)
    #expect(failed.isEmpty)
  }

  @Test("as many directories are listed at a time as the source allows", arguments: [1, 2, 8])
  func concurrency(_ limit: Int) async throws {
    source.capabilities.maxConcurrentOperations = limit
    for name in 0..<40 { source.addFile(.path("many/\(name)/\(name % 3)/film")) }
    // Each listing below waits for others as long as more may come.
    let waiting = Mutex(0)
    source.onCall { call in
      guard call.operation == .list, call.path.depth == 2 else { return }
      waiting.withLock { $0 += 1 }
      let end = ContinuousClock.now + .seconds(5)
      while waiting.withLock({ $0 < limit }), ContinuousClock.now < end { await Task.yield() }
    }
    let listed = try await walk().listed
    #expect(source.peakConcurrency == limit)
    let begun = waiting.withLock { $0 }
    #expect(begun >= limit)
    source.onCall(nil)
    source.capabilities.maxConcurrentOperations = 1
    #expect(try await walk().listed == listed)
  }

  @Test("the order does not depend on which listing is over first")
  func order() async throws {
    for name in 0..<30 { source.addFile(.path("\(name)/\(name % 4)/film")) }
    source.capabilities.maxConcurrentOperations = 1
    let expected = try await walk().listed
    source.capabilities.maxConcurrentOperations = 8
    let generator = Mutex(SeededGenerator(seed: Tier.seed))
    source.onCall { _ in
      let steps = generator.withLock { Int.random(in: 0..<20, using: &$0) }
      for _ in 0..<steps { await Task.yield() }
    }
    for _ in 0..<10 {
      let listed = try await walk().listed
      #expect(listed == expected, "KINO_SEED=\(Tier.seed)")
    }
  }

  @Test("a directory of more entries than are kept is told page by page, when its turn has come")
  func large() async throws {
    source.pageLimit = 500
    for name in 0..<5000 { source.addFile(.path("d/large/\(name)")) }
    source.addFile(.path("d/large/zz/film"))
    let listed = try await walk().listed
    #expect(listed.count == 9 + 5003 && Set(listed).count == listed.count)
    // Once ahead, as far as it is kept, and once in full.
    #expect(source.count(.list, at: .path("d/large")) == 2)
    #expect(source.count(.page, at: .path("d/large")) == 5 + 11)
    #expect(source.openListers == 0)
  }

  @Test("what is kept of directories far ahead is bounded, and those that come next go on")
  func bounded() async throws {
    source.capabilities.maxConcurrentOperations = 2
    for name in 0..<300 { source.addFile(.path("far/\(name)/film")) }
    let walk = TreeWalk(try await source.connect(), isRecursive: true)
    var most = 0
    var told = 0
    try await walk.run { step in
      guard case .page = step else { return }
      told += 1
      most = max(most, source.count(.list) - told)
    }
    #expect(told == 306)
    #expect(most > 2 && most <= 2 * 16 + 4, "\(most) were listed ahead")
  }

  @Test("links are listed and not followed")
  func links() async throws {
    source.add(.symlink, at: .path("a/link"))
    #expect(try await walk().listed.contains("a/link"))
    #expect(source.count(.list, at: .path("a/link")) == 0)
  }

  @Test("a directory that cannot be listed is told, and the rest is listed")
  func failure() async throws {
    source.fail(.list, at: .path("a/b"), with: SourceError(.permissionDenied))
    let (listed, failed) = try await walk()
    #expect(failed == ["a/b"])
    #expect(listed.contains("d/4"))
    #expect(!listed.contains("a/b/2"))
  }

  @Test("of a listing that breaks off, what came stays true")
  func brokenOff() async throws {
    source.pageLimit = 1
    source.failPage(1, of: .path("a"), with: SourceError(.protocolViolation))
    let (listed, failed) = try await walk()
    #expect(failed == ["a"])
    #expect(listed.contains("a/1") != listed.contains("a/b"))
    #expect(listed.contains("d/4"))
  }

  @Test(
    "it ends where there is no point in going on",
    arguments: [SourceError.Kind.authenticationFailed, .sourceMissing, .cancelled, .tlsFailure]
  )
  func fatal(_ kind: SourceError.Kind) async throws {
    source.fail(.list, at: .path("a/b"), with: SourceError(kind))
    #expect(await end()?.kind == kind)
  }

  @Test("it ends when the root fails, or three directories in a row for want of the source")
  func away() async throws {
    for name in 0..<9 { source.addDirectory(.path("a/\(name)x")) }
    for name in 0..<9 { source.fail(.list, at: .path("a/\(name)x"), with: SourceError(.timedOut)) }
    source.capabilities.maxConcurrentOperations = 1
    #expect(await end()?.kind == .timedOut)
    // A fourth may be on its way while the third is told.
    let tried = source.calls.count { $0.operation == .list && $0.path.displayText.hasSuffix("x") }
    #expect((3...4).contains(tried))
    source.clearFaults()
    source.fail(.list, at: .root, with: SourceError(.permissionDenied))
    #expect(await end()?.kind == .permissionDenied)
  }

  @Test("it goes no deeper than its limit, so that a cycle of links ends")
  func depth() async throws {
    let deep = Array(repeating: "x", count: TreeWalk.depthLimit + 2).joined(separator: "/")
    source.addFile(.path("\(deep)/f"))
    let (_, failed) = try await walk()
    let limit = Array(repeating: "x", count: TreeWalk.depthLimit + 1).joined(separator: "/")
    #expect(failed == [limit])
  }
}

@Suite("Directories that are still to be listed")
struct PendingDirectoriesTests {
  @Test("come out as they went in")
  func order() throws {
    let long = PathComponent.name(String(repeating: "n", count: 255))
    let locators: [[UInt8]?] = [nil, [], [0, 255], Array(repeating: 7, count: 20_000)]
    var pending = PendingDirectories()
    for locator in locators {
      pending.append(.name("a"), locator: locator)
      pending.append(long, locator: locator)
    }
    for locator in locators {
      for name in [PathComponent.name("a"), long] {
        let first = pending.popFirst()
        let next = try #require(first)
        #expect(next.name == name)
        #expect(next.locator == locator)
      }
    }
    #expect(pending.isEmpty)
    let end = pending.popFirst()
    #expect(end == nil)
  }
}
