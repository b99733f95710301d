import KinoCore
import KinoTestSupport
import Testing

@testable import KinoLocal

@Suite(
  "Watching a local folder",
  .enabled(if: FileSystem.watchesTemporaryFolders),
  .timeLimit(.minutes(1))
)
struct LocalWatchTests {
  private let folder = TemporaryFolder()

  private func watch(
    _ request: WatchRequest = WatchRequest(),
    rootNamed name: String? = nil
  ) async throws -> ChangeWatch {
    var place = folder.configuration
    if let name { place.rootPath = Array(folder.location(of: name).utf8) }
    let session = try await LocalAdapter().connect(place, credential: nil)
    #expect(session.capabilities.watch == .hints)
    let watch = try await session.watch(request)
    // The watch needs it no more.
    await session.close()
    return watch
  }

  /// Waits until something in a directory was hinted at; returns all hints until then.
  @discardableResult
  private func expectHint(
    at path: String,
    from watch: ChangeWatch
  ) async throws -> Set<ChangeHint> {
    let wanted = ChangeHint.changed(path.isEmpty ? .root : .path(path))
    var seen: Set<ChangeHint> = []
    while !seen.contains(wanted) { seen.formUnion(try await watch.next()) }
    return seen
  }

  @Test("a file that is made, written, renamed or removed is a change of its directory")
  func files() async throws {
    try folder.makeDirectory("a")
    let watch = try await watch()
    try folder.write("a/1.mkv")
    try await expectHint(at: "a", from: watch)
    try folder.write("a/1.mkv", [1, 2, 3])
    try await expectHint(at: "a", from: watch)
    try folder.touch("a/1.mkv", seconds: 1)
    try await expectHint(at: "a", from: watch)
    try folder.move("a/1.mkv", to: "a/2.mkv")
    try await expectHint(at: "a", from: watch)
    try folder.delete("a/2.mkv")
    try await expectHint(at: "a", from: watch)
  }

  @Test("a new directory is hinted at, and watched with all that is below it")
  func newDirectories() async throws {
    let watch = try await watch()
    try folder.makeDirectory("a")
    try folder.makeDirectory("a/b")
    try folder.makeDirectory("a/b/c")
    try await expectHint(at: "", from: watch)
    // When hints have come everything that was there is watched.
    while true {
      try folder.write("a/b/c/1.mkv")
      let hints = try await watch.next()
      if hints.contains(.changed(.path("a/b/c"))) { break }
    }
  }

  @Test("a directory that was moved is known by its new place, with all below it")
  func movedDirectory() async throws {
    try folder.makeDirectory("a")
    try folder.makeDirectory("a/show")
    try folder.makeDirectory("a/show/s1")
    try folder.makeDirectory("b")
    let watch = try await watch()
    try folder.move("a/show", to: "b/renamed")
    var seen: Set<ChangeHint> = []
    while !seen.isSuperset(of: [.changed(.path("a")), .changed(.path("b"))]) {
      seen.formUnion(try await watch.next())
    }
    try folder.write("b/renamed/s1/1.mkv")
    let hints = try await expectHint(at: "b/renamed/s1", from: watch)
    #expect(!hints.contains(.changed(.path("a/show/s1"))))
  }

  @Test("what was moved out of the root is not told of any more")
  func movedOut() async throws {
    let outside = TemporaryFolder()
    try folder.makeDirectory("a")
    try folder.makeDirectory("a/b")
    let watch = try await watch()
    try folder.move("a", to: "../\(outside.path.split(separator: "/").last ?? "")/a")
    try await expectHint(at: "", from: watch)
    try outside.write("a/b/1.mkv")
    try folder.write("2.mkv")
    #expect(try await expectHint(at: "", from: watch) == [.changed(.root)])
  }

  @Test("no link is followed")
  func links() async throws {
    let outside = TemporaryFolder()
    try outside.makeDirectory("in")
    try folder.link("link", to: outside.path)
    let watch = try await watch()
    try outside.write("in/1.mkv")
    try outside.write("2.mkv")
    try folder.write("3.mkv")
    #expect(try await expectHint(at: "", from: watch) == [.changed(.root)])
  }

  @Test("what does not matter is neither told of nor watched")
  func filtered() async throws {
    try folder.makeDirectory("a")
    try folder.makeDirectory("skip")
    try folder.makeDirectory("skip/deep")
    let request = WatchRequest { path, kind in
      kind == .directory ? path != .path("skip") : path.bytes.suffix(4) == [46, 109, 107, 118]
    }
    let watch = try await watch(request)
    try folder.write("skip/deep/1.mkv")
    try folder.write("a/notes.log")
    try folder.write("a/2.mkv")
    #expect(try await expectHint(at: "a", from: watch) == [.changed(.path("a"))])
  }

  @Test("the end of the root ends the watch", arguments: [true, false])
  func rootGone(isRemoved: Bool) async throws {
    try folder.makeDirectory("root")
    let watch = try await watch(rootNamed: "root")
    if isRemoved { try folder.delete("root") } else { try folder.move("root", to: "other") }
    let error = await #expect(throws: SourceError.self) {
      while true { _ = try await watch.next() }
    }
    #expect(error?.kind == .sourceMissing)
  }

  @Test("cancelling the wait for a hint ends it at once")
  func cancelling() async throws {
    let watch = try await watch()
    let waiting = Task { try await watch.next() }
    waiting.cancel()
    let error = await #expect(throws: SourceError.self) { try await waiting.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("more events than the kernel keeps are an overflow, and all is watched as before")
  func overflow() throws {
    try folder.makeDirectory("a")
    try folder.write("a/1")
    try folder.write("a/2")
    let root = try RootFolder(Array(folder.path.utf8))
    var tree = try WatchedTree.begin(root, WatchRequest(), until: WakePipe())
    for number in 0..<FileSystem.queuedEvents {
      try folder.touch("a/\(number % 2 + 1)", seconds: 1)
    }
    var hints: [ChangeHint] = []
    while !hints.contains(.overflow) {
      hints = try tree.takeHints()
      try #require(!hints.isEmpty, "no overflow")
    }
    try folder.makeDirectory("a/new")
    #expect(try tree.takeHints().contains(.changed(.path("a"))))
    try folder.write("a/new/3")
    #expect(try tree.takeHints() == [.changed(.path("a/new"))])
  }

  @Test("more directories than may be watched are too many, and not only some of them watched")
  func limit() {
    let error = WatchedTree.failure(SystemError(code: 28))
    #expect(error.kind == .tooLarge && error.scope == .root)
  }
}

extension FileSystem {
  /// Whether the tests' folders can be watched.
  fileprivate static var watchesTemporaryFolders: Bool {
    guard let folder = try? FileDescriptor(directory: Array("/tmp".utf8)) else { return false }
    return (try? FileSystem(of: folder.raw))?.tellsOfChanges ?? false
  }

  /// A number of events that the kernel does not keep.
  fileprivate static var queuedEvents: Int { 40_000 }
}
