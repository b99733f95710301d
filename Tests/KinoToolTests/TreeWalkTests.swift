import KinoCore
import KinoTestSupport
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
    var walk = TreeWalk(try await source.connect(), isRecursive: isRecursive)
    var (listed, failed): ([String], [String]) = ([], [])
    while let step = try await walk.next() {
      switch step {
      case .page(let directory, let page):
        listed += page.entries.map { directory.appending($0.name).displayText }
      case .failed(let directory, _): failed.append(directory.displayText)
      }
    }
    return (listed, failed)
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

  @Test("one directory is open at a time, and a page in memory", arguments: [1, 3])
  func pages(_ limit: Int) async throws {
    source.pageLimit = limit
    source.onCall { [source] call throws(SourceError) in
      guard call.operation == .list, source.openListers > 0 else { return }
      throw SourceError(.protocolViolation)
    }
    let (listed, failed) = try await walk()
    #expect(listed.count == 9)
    #expect(failed.isEmpty)
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
    let error = await #expect(throws: SourceError.self) { try await walk() }
    #expect(error?.kind == kind)
  }

  @Test("it ends when the root fails, or three directories in a row for want of the source")
  func away() async throws {
    for name in 0..<9 { source.addDirectory(.path("a/\(name)x")) }
    for name in 0..<9 { source.fail(.list, at: .path("a/\(name)x"), with: SourceError(.timedOut)) }
    let error = await #expect(throws: SourceError.self) { try await walk() }
    #expect(error?.kind == .timedOut)
    #expect(source.calls.count { $0.operation == .list && $0.path.displayText.hasSuffix("x") } == 3)
    source.clearFaults()
    source.fail(.list, at: .root, with: SourceError(.permissionDenied))
    await #expect(throws: SourceError.self) { try await walk() }
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
