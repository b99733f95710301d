import Foundation
import KinoCore
import KinoTestServers
import KinoTestSupport
import KinoWebDAV
import Testing

/// Those that this machine can have; ``RealServerTests/wsgidav()`` says why one is left out.
private let allKinds = TestServer.Kind.present

@Suite("Real WebDAV servers", .serialized)
struct RealServerTests {
  @Test(
    "WsgiDAV is among them, and serves",
    .enabled(
      if: TestServer.Kind.wsgidav.absence == nil,
      "nothing is tested with WsgiDAV: \(TestServer.Kind.wsgidav.absence ?? "")"
    )
  )
  func wsgidav() async throws {
    #expect(allKinds.contains(.wsgidav))
    #expect(try await Shared.connect(to: .wsgidav).listAll(.path("deep")).names == ["a b"])
  }

  @Test("the root is listed with kinds, sizes and times, and not itself", arguments: allKinds)
  func root(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    let listing = try await session.listAll()
    #expect(listing.end == .complete && listing.notes.isEmpty)
    #expect(
      listing.names == [
        "closed", "deep", "empty", "film.mkv", "many", "names", "none.mkv", "twins",
      ]
    )
    let film = try #require(listing.entries[Array("film.mkv".utf8)])
    #expect(film.kind == .file && film.size == 100_000)
    #expect(film.modifiedAt == Timestamp(milliseconds: 1_234_567_890_000))
    let folder = try #require(listing.entries[Array("deep".utf8)])
    #expect(folder.kind == .directory && folder.size == nil)
    #expect(listing.entries[Array("none.mkv".utf8)]?.size == 0)
    #expect(try await session.rootIdentity() == .unknown)
    let root = try await session.stat(.root)
    #expect(root.name == .root && root.kind == .directory)
  }

  @Test("every name is listed, looked up and read", arguments: allKinds)
  func tortureNames(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind, folder: "names")
    let listing = try await session.listAll()
    // nginx hides names with a leading dot.
    let names = WebTree.tortureNames.filter { kind != .nginx || !$0.hasPrefix(".") }
    #expect(listing.names == names.sorted() && listing.end == .complete)
    for (index, name) in WebTree.tortureNames.enumerated() where names.contains(name) {
      let path = SourcePath.path(name)
      let entry = try #require(listing.entries[Array(name.utf8)])
      let found = try await session.stat(path)
      #expect(found == entry, "\(name)")
      let bytes = try await session.open(path, locator: nil, expecting: FileFingerprint(entry))
        .read(at: 0, count: 100)
      #expect(bytes == Array(repeating: 7, count: index + 1), "\(name)")
    }
  }

  @Test("names that differ in normalisation or case only are separate files", arguments: allKinds)
  func twins(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind, folder: "twins")
    let entries = try await session.listAll().entries
    #expect(entries.count == 4)
    for name in ["\u{E9}.mkv", "e\u{301}.mkv", "CASE", "case"] {
      #expect(entries[Array(name.utf8)] != nil)
      let bytes = try await session.open(.path(name)).read(at: 0, count: 100)
      #expect(bytes == Array(name.utf8))
    }
  }

  @Test("a root below the server's is used as it is named", arguments: allKinds)
  func folder(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind, folder: "deep/a b/c#d")
    #expect(try await session.listAll().names == ["e.mkv"])
    let above = try await Shared.connect(to: kind)
    #expect(try await above.listAll(.path("deep/a b")).names == ["c#d"])
  }

  @Test(
    "pages hold no more than asked for, and all of the directory",
    arguments: allKinds,
    [7, 5000]
  )
  func paging(_ kind: TestServer.Kind, _ limit: Int) async throws {
    let session = try await Shared.connect(to: kind)
    let listing = try await session.listAll(.path("many"), pageLimit: limit)
    #expect(listing.entries.count == 1000 && listing.end == .complete)
    let empty = try await session.listAll(.path("empty"), pageLimit: limit)
    #expect(empty.entries.isEmpty && empty.end == .complete)
  }

  @Test("a missing directory or file is not found, and never empty", arguments: allKinds)
  func missing(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    for path in ["gone", "gone/a"] {
      let listed = await failure { try await session.listAll(.path(path)) }
      #expect(
        listed?.kind == .notFound && listed?.scope == .directory,
        "\(String(describing: listed))"
      )
      let looked = await failure { try await session.stat(.path(path)) }
      #expect(looked?.kind == .notFound && looked?.scope == .entry, "\(String(describing: looked))")
      let opened = await failure { try await session.open(.path(path)) }
      #expect(opened?.kind == .notFound)
    }
    let root = await failure { try await Shared.connect(to: kind, folder: "gone") }
    #expect(root?.kind == .sourceMissing && root?.scope == .root)
  }

  @Test("a file is no directory, and a directory no file", arguments: allKinds)
  func kinds(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    let listed = await failure { try await session.listAll(.path("film.mkv")) }
    #expect(listed?.kind == .notADirectory)
    let opened = await failure { try await session.open(.path("deep")) }
    #expect(opened?.kind == .isADirectory)
    let root = await failure { try await Shared.connect(to: kind, folder: "film.mkv") }
    #expect(root?.kind == .sourceMissing)
  }

  @Test(
    "a directory that the server can not read fails, and never looks empty",
    .enabled(if: geteuid() == 0),
    arguments: [
      (.apache, .unavailable), (.lighttpd, .permissionDenied), (.nginx, .unavailable),
    ] as [(TestServer.Kind, SourceError.Kind)]
  )
  func unreadable(_ kind: TestServer.Kind, _ expected: SourceError.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    let error = await failure { try await session.listAll(.path("closed")) }
    #expect(error?.kind == expected && error?.scope == .directory)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }

  @Test("parts of a file are exact, also at and behind its end", arguments: allKinds)
  func ranges(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let reader = try await session.open(.path("film.mkv"))
    for (offset, count) in [(0, 1), (0, 100_000), (0, 200_000), (50_000, 4096), (99_999, 1)] {
      let expected = Array(content[offset..<min(offset + count, content.count)])
      #expect(try await reader.read(at: Int64(offset), count: count) == expected)
    }
    #expect(try await reader.read(at: 99_990, count: 100) == Array(content[99_990...]))
    #expect(try await reader.read(at: 100_000, count: 10) == [])
    #expect(try await reader.read(at: 200_000, count: 10) == [])
    #expect(try await reader.read(at: 5, count: 0) == [])
    let empty = try await session.open(.path("none.mkv"))
    #expect(try await empty.read(at: 0, count: 10) == [])
    await reader.close()
    #expect(await failure { try await reader.read(at: 0, count: 1) }?.kind == .unavailable)
  }

  @Test("many listings and reads at the same time are right", arguments: allKinds)
  func concurrency(_ kind: TestServer.Kind) async throws {
    var options = WebDAVOptions()
    options.concurrency = 8
    let session = try await Shared.connect(to: kind, options: options)
    #expect(session.capabilities.maxConcurrentOperations == 8)
    let whole = try await session.open(.path("film.mkv")).read(at: 0, count: 100_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          let reader = try await session.open(.path("film.mkv"))
          for round in 0..<5 {
            let start = worker * 10_000 + round
            let part = try await reader.read(at: Int64(start), count: 5000)
            #expect(part == Array(whole[start..<start + 5000]))
            #expect(try await session.listAll(.path("deep/a b")).names == ["c#d"])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("what is expected of a file is checked when it is opened", arguments: allKinds)
  func fingerprint(_ kind: TestServer.Kind) async throws {
    let session = try await Shared.connect(to: kind)
    let other = FileFingerprint(size: 99_999)
    let error = await failure {
      try await session.open(.path("film.mkv"), locator: nil, expecting: other)
    }
    #expect(error?.kind == .changedDuringRead)
  }

  @Test("a server speaks over TLS, by HTTP/1.1 and HTTP/2", arguments: allKinds, [false, true])
  func tls(_ kind: TestServer.Kind, _ usesHTTP2: Bool) async throws {
    var options = WebDAVOptions()
    options.usesHTTP2 = usesHTTP2
    let session = try await Shared.connect(to: kind, way: "tls", options: options)
    #expect(try await session.listAll(.path("many")).entries.count == 1000)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask { try await session.listAll(.path("twins")).entries.count }
      }
      for try await count in group { #expect(count == 4) }
    }
    let part = try await session.open(.path("film.mkv")).read(at: 99_000, count: 5000)
    #expect(part.count == 1000)
  }
}
