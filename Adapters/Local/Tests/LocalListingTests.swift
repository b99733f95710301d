import KinoCore
import KinoLocal
import KinoTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Local listing")
struct LocalListingTests {
  private let folder = TemporaryFolder()

  @Test(
    "every name comes back byte for byte",
    arguments: [
      " ", "a b", "%20", "%2F", "+", "#", "?", "&;'\"`", "[]{}~@=,", ".hidden", "-rf", "--", "~1",
      "a\nb", "tab\t", "\u{1B}[2J", "🎬", "映画", "فيلم", "trailing.", "trailing ", "a:b", "a\\b",
      "CON", String(repeating: "x", count: 255), String(repeating: "é", count: 127),
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0x41, 0x80], [0xC0, 0xAF]]
  )
  func tortureNames(_ name: [UInt8]) async throws {
    try folder.write(name, [1, 2, 3])
    let session = try await folder.connect()
    let listing = try await session.listAll()
    let entry = try #require(listing.entries[name])
    let path = SourcePath.root.appending(entry.name)
    #expect(listing.entries.count == 1 && listing.end == .complete)
    #expect(try await session.stat(path) == entry)
    #expect(try await session.open(path).read(at: 0, count: 10) == [1, 2, 3])
  }

  @Test("names that differ in normalisation or case only are separate files")
  func twins() async throws {
    for (index, name) in ["\u{E9}", "e\u{301}", "CASE", "case"].enumerated() {
      try folder.write(name, Array(repeating: 0, count: index))
    }
    let entries = try await folder.connect().listAll().entries
    #expect(entries[Array("\u{E9}".utf8)]?.size == 0)
    #expect(entries[Array("e\u{301}".utf8)]?.size == 1)
    #expect(entries[Array("CASE".utf8)]?.size == 2)
    #expect(entries[Array("case".utf8)]?.size == 3)
    #expect(Set(entries.values.map(\.stableID)).count == 4)
  }

  @Test("kinds are told apart and links are not followed")
  func kinds() async throws {
    try folder.write("file")
    try folder.makeDirectory("directory")
    try folder.link("loop", to: ".")
    try folder.link("out", to: "/etc/passwd")
    try folder.link("dangling", to: "nowhere")
    try folder.makePipe("pipe")
    let session = try await folder.connect()
    let entries = try await session.listAll().entries
    let kinds = entries.reduce(into: [:]) {
      $0[String(decoding: $1.key, as: UTF8.self)] = $1.value.kind
    }
    #expect(
      kinds == [
        "file": .file, "directory": .directory, "loop": .symlink, "out": .symlink,
        "dangling": .symlink, "pipe": .other,
      ]
    )
    for (name, entry) in entries {
      #expect(try await session.stat(SourcePath.root.appending(entry.name)) == entry)
      #expect((entry.size != nil) == (name == Array("file".utf8)))
    }
  }

  @Test("a listing is cut into pages (FW-1)", arguments: [0, 1, 9, 10, 11, 100])
  func paging(_ count: Int) async throws {
    for index in 0..<count { try folder.write("f\(index)") }
    let lister = try await folder.connect().list(ListRequest(path: .root, pageLimit: 10))
    var names: [PathComponent] = []
    var end: DirectoryEnd?
    while end == nil {
      let page = try await lister.next()
      #expect(page.entries.count <= 10)
      names += page.entries.map(\.name)
      end = page.end
    }
    #expect(names.count == count && Set(names).count == count)
    #expect(end == .complete)
    for _ in 0..<2 {
      #expect(try await lister.next() == DirectoryPage(entries: [], end: .complete))
    }
  }

  @Test("a directory larger than any buffer is complete")
  func manyEntries() async throws {
    for index in 0..<3000 { try folder.write("a file with a rather long name \(index)") }
    let listing = try await folder.connect().listAll()
    #expect(listing.entries.count == 3000 && listing.end == .complete)
  }

  @Test("a directory that changes between two reads is not complete")
  func changedDuringListing() async throws {
    for index in 0..<3000 { try folder.write("a file with a rather long name \(index)") }
    let lister = try await folder.connect().list(ListRequest(path: .root, pageLimit: 10))
    _ = try await lister.next()
    try folder.touch("", seconds: 1)
    var end: DirectoryEnd?
    while end == nil { end = try await lister.next().end }
    #expect(end == .incomplete([.changedDuringListing]))
  }

  @Test("an entry deleted after its name was read is left out, and the end says so")
  func vanishedEntry() async throws {
    for name in ["a", "b", "c"] { try folder.write(name) }
    let lister = try await folder.connect().list(ListRequest(path: .root, pageLimit: 1))
    let first = try await lister.next().entries.map(\.name.displayText)
    for name in ["a", "b", "c"] where name != first.first { try folder.delete(name) }
    let page = try await lister.next()
    #expect(page.entries.isEmpty && page.notes.isEmpty)
    #expect(page.end == .incomplete([.changedDuringListing]))
  }

  @Test("a missing directory is not found, and never empty")
  func missingDirectory() async throws {
    let session = try await folder.connect()
    let error = await #expect(throws: SourceError.self) { try await session.names(.path("gone/a")) }
    #expect(error?.kind == .notFound && error?.retry == .permanent && error?.scope == .directory)
  }

  @Test("a directory deleted while it is listed is not found")
  func deletedDirectory() async throws {
    try folder.makeDirectory("d")
    let session = try await folder.connect()
    let lister = try await session.list(ListRequest(path: .path("d")))
    try folder.delete("d")
    for _ in 0..<2 {
      let error = await #expect(throws: SourceError.self) { try await lister.next() }
      #expect(error?.kind == .notFound)
    }
  }

  @Test("a file or link is not a directory", arguments: ["file", "link", "link/d", "file/d"])
  func notADirectory(_ path: String) async throws {
    try folder.write("file")
    try folder.makeDirectory("real")
    try folder.makeDirectory("real/d")
    try folder.link("link", to: "real")
    let session = try await folder.connect()
    let error = await #expect(throws: SourceError.self) { try await session.names(.path(path)) }
    #expect(error?.kind == .notADirectory)
  }

  @Test("a path longer than the system's limit is listed and read")
  func longPath() async throws {
    let part = String(repeating: "d", count: 200)
    try folder.makeDeepFile("film", below: part, depth: 30)
    let path = SourcePath(components: Array(repeating: .name(part), count: 30))
    let session = try await folder.connect()
    #expect(path.bytes.count > 4096)
    #expect(try await session.names(path) == ["film"])
    #expect(try await session.stat(path.appending(.name("film"))).kind == .file)
    #expect(try await session.open(path.appending(.name("film"))).read(at: 0, count: 1) == [])
  }

  @Test("ten thousand listings leave no descriptor open")
  func descriptors() async throws {
    try folder.write("a")
    let session = try await folder.connect()
    let before = Self.openDescriptors
    for round in 0..<10_000 {
      let lister = try await session.list(ListRequest(path: .root))
      if round.isMultiple(of: 2) { _ = try await lister.next() }
    }
    // Other tests of the process open descriptors as well, but not as many as were listed here.
    #expect(Self.openDescriptors - before < 1000)
  }

  @Test("a cancelled task lists nothing")
  func cancellation() async throws {
    try folder.write("a")
    let session = try await folder.connect()
    let lister = try await session.list(ListRequest(path: .root))
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      _ = try await lister.next()
    }
    let error = await #expect(throws: SourceError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(try await session.names() == ["a"])
  }

  private static var openDescriptors: Int {
    (0..<4096).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }
}
