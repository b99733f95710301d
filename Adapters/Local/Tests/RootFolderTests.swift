import KinoCore
import KinoTestSupport
import Testing

@testable import KinoLocal

@Suite("Root folder")
struct RootFolderTests {
  private let folder = TemporaryFolder()

  private func root(opensBeneath: Bool?) throws -> OpenRoot {
    OpenRoot(try RootFolder(Array(folder.path.utf8), opensBeneath: opensBeneath))
  }

  @Test(
    "with and without openat2, only what is below the root is reached",
    arguments: [nil, false]
  )
  func noLinkIsFollowed(_ opensBeneath: Bool?) throws {
    try folder.makeDirectory("d")
    try folder.makeDirectory("d/e")
    try folder.write("d/e/film", [1, 2, 3])
    try folder.link("inside", to: "d")
    try folder.link("d/outside", to: "/etc")
    try folder.link("d/e/link", to: "film")
    let root = try root(opensBeneath: opensBeneath)
    #expect(try root.entry(at: .path("d/e/film")).size == 3)
    let listing = try DirectoryListing(of: .path("d/e"), pageLimit: 10, in: root)
    #expect(try listing.nextPage().entries.count == 2)
    #expect(try root.entry(at: .path("d/outside")).kind == .symlink)
    for path in ["inside", "inside/e", "d/outside", "d/outside/ssl", "d/e/link", "d/e/film"] {
      let error = #expect(throws: SourceError.self) {
        try DirectoryListing(of: .path(path), pageLimit: 10, in: root)
      }
      #expect(error?.kind == .notADirectory)
    }
    for path in ["inside/e/film", "d/outside/passwd"] {
      let error = #expect(throws: SourceError.self) { try root.entry(at: .path(path)) }
      #expect(error?.kind == .notADirectory)
    }
  }

  @Test("a link to a file is not opened in its place", arguments: [nil, false])
  func linkedFile(_ opensBeneath: Bool?) throws {
    try folder.link("passwd", to: "/etc/passwd")
    let root = try root(opensBeneath: opensBeneath)
    let error = #expect(throws: SourceError.self) {
      try OpenFile(.path("passwd"), in: root, expecting: nil)
    }
    #expect(error?.kind == .unsupported)
    let failure = #expect(throws: SystemError.self) {
      _ = try root.folder.open(.path("passwd"), .read).raw
    }
    #expect(failure != nil)
  }

  @Test("a mount point is flagged, and has no file number of the root's file system")
  func mountBoundary() throws {
    let root = OpenRoot(try RootFolder(Array("/".utf8)))
    let boundary = try root.entry(at: .path("proc"))
    #expect(boundary.flags.contains(.mountBoundary))
    #expect(boundary.stableID.map { $0.high != 0 } ?? true)
    let listing = try DirectoryListing(of: .root, pageLimit: 1000, in: root)
    let entries = try listing.nextPage().entries
    #expect(entries.first { $0.name == .name("proc") } == boundary)
    let inside = try root.entry(at: .path("proc/self"))
    #expect(!inside.flags.contains(.mountBoundary))
    #expect(inside.stableID.map { $0.high != 0 } ?? true)
  }

  @Test("a UUID reads the same from the kernel and from the name of a link")
  func uuids() {
    let name = Array("01234567-89ab-CDEF-0123-456789abcdef".utf8)
    let bytes: [UInt8] = [1, 35, 69, 103, 137, 171, 205, 239, 1, 35, 69, 103, 137, 171, 205, 239]
    #expect(VolumeIdentity.uuid(fromLink: name) == bytes)
    #expect(VolumeIdentity.uuid(fromLink: Array("ABCD-1234".utf8)) == Array("ABCD-1234".utf8))
    let odd = Array("01234567-89ab-cdef-0123-456789abcdeg".utf8)
    #expect(VolumeIdentity.uuid(fromLink: odd) == odd)
  }
}
