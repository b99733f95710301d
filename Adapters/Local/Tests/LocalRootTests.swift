import KinoCore
import KinoLocal
import KinoTestSupport
import Testing

@Suite("Local root")
struct LocalRootTests {
  private let folder = TemporaryFolder()

  private func connect(to path: String) async throws(SourceError) -> any SourceSession {
    let configuration = SourceConfiguration(kind: "local", rootPath: Array(path.utf8))
    return try await LocalAdapter().connect(configuration, credential: nil)
  }

  @Test("a missing root is a missing source", arguments: ["gone", "file", "gone/deeper"])
  func missing(_ name: String) async throws {
    try folder.write("file")
    let error = await #expect(throws: SourceError.self) {
      try await connect(to: folder.location(of: name))
    }
    #expect(error?.kind == .sourceMissing && error?.scope == .root)
  }

  @Test(
    "a root path that is not absolute, or climbs, is refused",
    arguments: ["", "films", "./films", "/tmp/..", "/tmp/../tmp", "/.."]
  )
  func relative(_ path: String) async {
    let error = await #expect(throws: SourceError.self) { try await connect(to: path) }
    #expect(error?.kind == .nameNotRepresentable)
  }

  @Test("the path to the root may lead through links and have slashes to spare")
  func linkedRoot() async throws {
    try folder.makeDirectory("real")
    try folder.write("real/a")
    try folder.link("link", to: "real")
    let direct = try await connect(to: folder.location(of: "real"))
    let linked = try await connect(to: folder.location(of: "/link//"))
    #expect(try await linked.names() == ["a"])
    #expect(try await linked.rootIdentity() == direct.rootIdentity())
  }

  @Test("the identity is the same in every session and not changed by content")
  func identity() async throws {
    let before = try await folder.connect().rootIdentity()
    try folder.write("a")
    #expect(try await folder.connect().rootIdentity() == before)
  }

  @Test("another directory in the root's place has another identity")
  func replaced() async throws {
    try folder.makeDirectory("root")
    try folder.write("root/a")
    let session = try await connect(to: folder.location(of: "root"))
    let before = try await session.rootIdentity()
    try folder.move("root", to: "old")
    try folder.makeDirectory("root")
    let after = try await session.rootIdentity()
    #expect(before != after || before == .unknown)
    #expect(try await session.names() == ["a"])
  }

  @Test("what seems gone below a root that was replaced is not reported as not found")
  func goneWithRoot() async throws {
    try folder.makeDirectory("root")
    try folder.makeDirectory("root/d")
    let session = try await connect(to: folder.location(of: "root"))
    try folder.delete("root/d")
    try folder.delete("root")
    let rootGone = await #expect(throws: SourceError.self) { try await session.names(.path("d")) }
    #expect(rootGone?.kind == .sourceMissing)
    let listed = await #expect(throws: SourceError.self) { try await session.names() }
    #expect(listed?.kind == .sourceMissing)
    try folder.makeDirectory("root")
    let rootNew = await #expect(throws: SourceError.self) { try await session.stat(.path("d")) }
    #expect(rootNew?.kind == .sourceMissing)
  }

  @Test("a root that is gone is a missing source for its identity and its attributes")
  func removed() async throws {
    try folder.makeDirectory("root")
    let session = try await connect(to: folder.location(of: "root"))
    try folder.delete("root")
    let identity = await #expect(throws: SourceError.self) { try await session.rootIdentity() }
    #expect(identity?.kind == .sourceMissing)
    let attributes = await #expect(throws: SourceError.self) { try await session.stat(.root) }
    #expect(attributes?.kind == .sourceMissing)
  }

  @Test("a closed session does nothing more")
  func closed() async throws {
    let session = try await folder.connect()
    await session.close()
    await session.close()
    let error = await #expect(throws: SourceError.self) { try await session.names() }
    #expect(error?.kind == .unavailable && error?.retry == .permanent)
  }
}
