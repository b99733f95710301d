import Foundation
import KinoCore
import KinoNFS
import KinoTestSupport
import Testing

private let versions: [NFSOptions.Version] = [.v3, .v4]

@Suite("A real NFS server", .serialized, .enabled(if: geteuid() == 0))
struct RealServerTests {
  @Test("the root is listed with kinds, sizes, times and ids, and not itself", arguments: versions)
  func root(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    let listing = try await session.listAll()
    #expect(listing.end == .complete && listing.notes.isEmpty)
    #expect(
      listing.names == [
        "closed", "deep", "empty", "film.mkv", "link.mkv", "many", "names", "none.mkv", "out",
        "twins",
      ]
    )
    let film = try #require(listing["film.mkv"])
    #expect(film.kind == .file && film.size == 3_000_000)
    #expect(film.modifiedAt == Timestamp(milliseconds: 1_234_567_890_000))
    let folder = try #require(listing["deep"])
    #expect(folder.kind == .directory && folder.size == nil)
    #expect(listing["none.mkv"]?.size == 0)
    #expect(listing["link.mkv"]?.kind == .symlink && listing["out"]?.kind == .symlink)
    let root = try await session.stat(.root)
    #expect(root.name == .root && root.kind == .directory)
  }

  @Test("ids are the file system's numbers, in listings and alone", arguments: versions)
  func ids(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    for (name, entry) in try await session.listAll().entries {
      let path = Shared.tree.path + "/tree/" + String(decoding: name, as: UTF8.self)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let number = try #require(attributes[.systemFileNumber] as? UInt64)
      #expect(entry.stableID == StableID(low: number))
      #expect(try await session.stat(SourcePath(components: [entry.name])) == entry)
    }
  }

  @Test("the root's identity is the same in every session", arguments: versions)
  func identity(_ version: NFSOptions.Version) async throws {
    let first = try await Shared.connect(version).rootIdentity()
    let second = try await Shared.connect(version).rootIdentity()
    #expect(first == second && first != .unknown)
    #expect(try await Shared.connect(version, "/media/tree/deep").rootIdentity() != first)
  }

  @Test("every name is listed, looked up and read, whatever its bytes", arguments: versions)
  func tortureNames(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version, "/media/tree/names")
    let listing = try await session.listAll()
    #expect(Set(listing.entries.keys) == Set(NFSTree.tortureNames) && listing.end == .complete)
    for (index, name) in NFSTree.tortureNames.enumerated() {
      let entry = try #require(listing.entries[name])
      let path = SourcePath(components: [entry.name])
      #expect(try await session.stat(path) == entry)
      let bytes = try await session.open(path, locator: nil, expecting: FileFingerprint(entry))
        .read(at: 0, count: 100)
      #expect(bytes == Array(repeating: 7, count: index + 1))
    }
  }

  @Test("names that differ in normalisation or case only are separate files", arguments: versions)
  func twins(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version, "/media/tree/twins")
    #expect(session.capabilities.caseSensitivity == .sensitive)
    let listing = try await session.listAll()
    for name in ["\u{E9}.mkv", "e\u{301}.mkv", "CASE", "case"] {
      #expect(listing[name] != nil)
      let bytes = try await session.open(.path(name)).read(at: 0, count: 100)
      #expect(bytes == Array(name.utf8))
    }
  }

  @Test("paths deeper than a server takes at once lead to their ends", arguments: versions)
  func depth(_ version: NFSOptions.Version) async throws {
    let levels = (0..<24).map { "level \($0)" }.joined(separator: "/")
    let session = try await Shared.connect(version)
    #expect(try await session.listAll(.path("deep/\(levels)")).names == ["bottom.mkv"])
    let below = try await Shared.connect(version, "/media/tree/deep/\(levels)")
    #expect(try await below.open(.path("bottom.mkv")).read(at: 0, count: 9) == [1])
  }

  @Test("pages hold no more than asked for, and all of it", arguments: versions, [7, 9000])
  func paging(_ version: NFSOptions.Version, _ limit: Int) async throws {
    let session = try await Shared.connect(version)
    let listing = try await session.listAll(.path("many"), pageLimit: limit)
    #expect(listing.entries.count == 5000 && listing.end == .complete)
    let empty = try await session.listAll(.path("empty"), pageLimit: limit)
    #expect(empty.entries.isEmpty && empty.end == .complete)
  }

  @Test("what is missing is not found; a missing root or export is the source", arguments: versions)
  func missing(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    for path in ["gone", "gone/a"] {
      let listed = await failure { try await session.listAll(.path(path)) }
      #expect(listed?.kind == .notFound && listed?.scope == .directory)
      let looked = await failure { try await session.stat(.path(path)) }
      #expect(looked?.kind == .notFound && looked?.scope == .entry)
      #expect(await failure { try await session.open(.path(path)) }?.kind == .notFound)
    }
    for root in ["/media/tree/gone", "/absent", "/media/tree/film.mkv"] {
      let error = await failure { try await Shared.connect(version, root) }
      #expect(
        error?.kind == .sourceMissing && error?.scope == .root,
        "\(String(describing: error))"
      )
    }
  }

  @Test("a file is no directory, a directory no file, and a link neither", arguments: versions)
  func kinds(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    for path in ["film.mkv", "link.mkv", "out", "film.mkv/a"] {
      let error = await failure { try await session.listAll(.path(path)) }
      #expect(error?.kind == .notADirectory, "\(path): \(String(describing: error))")
    }
    #expect(
      await failure { try await session.listAll(.path("out/passwd")) }?.kind == .notADirectory
    )
    #expect(await failure { try await session.open(.path("deep")) }?.kind == .isADirectory)
    #expect(await failure { try await session.open(.path("link.mkv")) }?.kind == .unsupported)
  }

  @Test("what may not be read is listed, and refused with its own reach", arguments: versions)
  func unreadable(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    #expect(try await session.listAll().end == .complete)
    let error = await failure { try await session.listAll(.path("closed")) }
    #expect(error?.kind == .permissionDenied && error?.scope == .directory)
    #expect(error?.underlying == .init(domain: "nfs", code: 13))
  }

  @Test("the server is told the user that the options name", arguments: versions)
  func users(_ version: NFSOptions.Version) async throws {
    let root = try await Shared.connect(version, "/root/tree", user: 0)
    #expect(try await root.listAll(.path("closed")).names == ["x.mkv"])
    let other = try await Shared.connect(version, "/root/tree", user: 12345)
    #expect(await failure { try await other.listAll(.path("closed")) }?.kind == .permissionDenied)
  }

  @Test("parts of a file are exact, at, across and behind its end", arguments: versions)
  func ranges(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    let content = NFSTree.film
    let reader = try await session.open(.path("film.mkv"))
    for (offset, count) in [
      (0, 1), (0, 65536), (2_934_464, 65536), (1_048_570, 12), (0, 3_000_000), (5, 4_000_000),
    ] {
      let expected = Array(content[offset..<min(offset + count, content.count)])
      #expect(try await reader.read(at: Int64(offset), count: count) == expected)
    }
    #expect(try await reader.read(at: 2_999_990, count: 100) == Array(content[2_999_990...]))
    #expect(try await reader.read(at: 3_000_000, count: 10) == [])
    #expect(try await reader.read(at: 9_000_000, count: 9_000_000) == [])
    #expect(try await reader.read(at: 5, count: 0) == [])
    #expect(try await session.open(.path("none.mkv")).read(at: 0, count: 10) == [])
    await reader.close()
    #expect(await failure { try await reader.read(at: 0, count: 1) }?.kind == .unavailable)
  }

  @Test("many listings and reads at the same time are right", arguments: versions)
  func concurrency(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    let whole = NFSTree.film
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<16 {
        group.addTask {
          let reader = try await session.open(.path("film.mkv"))
          for round in 0..<8 {
            let start = worker * 100_000 + round
            let part = try await reader.read(at: Int64(start), count: 50_000)
            #expect(part == Array(whole[start..<start + 50_000]))
            #expect(try await session.listAll(.path("deep/a b/c")).names == ["e.mkv"])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("what is expected of a file is checked when it is opened", arguments: versions)
  func fingerprint(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    let other = FileFingerprint(size: 99_999)
    let error = await failure {
      try await session.open(.path("film.mkv"), locator: nil, expecting: other)
    }
    #expect(error?.kind == .changedDuringRead)
  }

  @Test("a nested export is a boundary, and its ids are not taken for the root's")
  func nested() async throws {
    let session = try await Shared.connect(.v4, "/media")
    let listing = try await session.listAll()
    let inner = try await session.stat(.path("nested"))
    #expect(listing["nested"]?.kind == .directory && inner.kind == .directory)
    #expect(listing["nested"]?.flags == .mountBoundary && listing["tree"]?.flags == [])
    #expect(listing["tree"]?.stableID?.high == 0 && inner.stableID?.high != 0)
    #expect(try await session.listAll(.path("nested")).names.isEmpty)
  }

  @Test("by default the server is spoken to in version 4")
  func automatic() async throws {
    let automatic = try await Shared.connect(.automatic).listAll()
    #expect(automatic.entries == (try await Shared.connect(.v4).listAll().entries))
  }

  @Test("a closed session answers nothing", arguments: versions)
  func closed(_ version: NFSOptions.Version) async throws {
    let session = try await Shared.connect(version)
    await session.close()
    await session.close()
    let error = await failure { try await session.stat(.root) }
    #expect(error?.kind == .unavailable && error?.retry == .permanent)
  }
}
