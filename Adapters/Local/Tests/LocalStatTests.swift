import KinoCore
import KinoLocal
import KinoTestSupport
import Testing

@Suite("Local stat")
struct LocalStatTests {
  private let folder = TemporaryFolder()

  @Test(
    "times are kept to the millisecond, before 1970 and in the future",
    arguments: [(-86_400, 999_000_000), (-1, 1_000_000), (0, 0), (4_102_444_800, 123_456_789)]
  )
  func times(_ seconds: Int, _ nanoseconds: Int) async throws {
    try folder.write("a")
    try folder.touch("a", seconds: seconds, nanoseconds: nanoseconds)
    let entry = try await folder.connect().stat(.path("a"))
    #expect(entry.modifiedAt?.milliseconds == Int64(seconds * 1000 + nanoseconds / 1_000_000))
  }

  @Test("an empty file has size 0 and a sparse one its full size")
  func sizes() async throws {
    try folder.write("empty", [])
    try folder.write("sparse")
    try folder.extend("sparse", to: 5 << 30)
    let session = try await folder.connect()
    #expect(try await session.stat(.path("empty")).size == 0)
    #expect(try await session.stat(.path("sparse")).size == 5 << 30)
  }

  @Test("hard links share one id, other files have their own")
  func hardLinks() async throws {
    try folder.write("a")
    try folder.write("c")
    try folder.hardLink("b", to: "a")
    let entries = try await folder.connect().listAll().entries
    let ids = try ["a", "b", "c"].map { try #require(entries[Array($0.utf8)]?.stableID) }
    #expect(ids[0] == ids[1] && ids[0] != ids[2])
    #expect(ids[0].high == 0)
  }

  @Test("an id survives a rename and a new session")
  func stableID() async throws {
    try folder.makeDirectory("d")
    try folder.write("d/a")
    let before = try await folder.connect().stat(.path("d/a")).stableID
    try folder.move("d", to: "e")
    try folder.move("e/a", to: "b")
    #expect(try await folder.connect().stat(.path("b")).stableID == before)
  }

  @Test("the root is a directory without a name")
  func root() async throws {
    let entry = try await folder.connect().stat(.root)
    #expect(entry.kind == .directory && entry.name == .root)
  }

  @Test("what is missing is not found", arguments: ["gone", "gone/a", "d/gone"])
  func missing(_ path: String) async throws {
    try folder.makeDirectory("d")
    let session = try await folder.connect()
    let error = await #expect(throws: SourceError.self) { try await session.stat(.path(path)) }
    #expect(error?.kind == .notFound && error?.scope == .entry)
  }

  @Test("a name too long for the file system is not representable, and not missing")
  func nameTooLong() async throws {
    let session = try await folder.connect()
    let path = SourcePath.path(String(repeating: "x", count: 256))
    let error = await #expect(throws: SourceError.self) { try await session.stat(path) }
    #expect(error?.kind == .nameNotRepresentable)
  }

  @Test("a dot file is flagged as hidden, and listed")
  func hidden() async throws {
    try folder.write(".a")
    let entries = try await folder.connect().listAll().entries
    #expect(entries[Array(".a".utf8)]?.flags == .hidden)
  }
}
