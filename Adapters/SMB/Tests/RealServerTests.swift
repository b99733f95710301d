import KinoConformance
import KinoCore
import KinoSMB
import KinoTestServers
import KinoTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("A real SMB server", .serialized)
struct RealServerTests {
  @Test("the root is listed with kinds, sizes and times, and not itself")
  func root() async throws {
    let session = try await Shared.connect()
    let listing = try await session.listAll()
    #expect(listing.end == .complete)
    let names = [
      "circle", "deep", "empty", "film.mkv", "many", "names", "none.mkv", "odd", "twins",
    ]
    #expect(listing.names.filter { !$0.hasPrefix("kino-conformance") } == names)
    let film = try #require(listing["film.mkv"])
    #expect(film.kind == .file && film.size == 100_000)
    #expect(film.modifiedAt == Timestamp(milliseconds: 1_234_567_890_123))
    #expect(listing["deep"]?.kind == .directory && listing["deep"]?.size == nil)
    #expect(listing["none.mkv"]?.size == 0)
    let root = try await session.stat(.root)
    #expect(root.name == .root && root.kind == .directory)
    #expect(try await session.rootIdentity() != .unknown)
    await session.close()
    #expect(await failure { try await session.stat(.root) }?.kind == .unavailable)
  }

  @Test("every name that the protocol can hold is listed, looked up and read")
  func names() async throws {
    let session = try await Shared.connect(folder: "names")
    let listing = try await session.listAll()
    #expect(listing.names == SMBTree.names.sorted() && listing.end == .complete)
    for (index, name) in SMBTree.names.enumerated() {
      let entry = try #require(listing[name])
      var found = try await session.stat(.path(name))
      found.createdAt = entry.createdAt
      #expect(found == entry, "\(name)")
      let reader = try await session.open(
        .path(name),
        locator: nil,
        expecting: FileFingerprint(entry)
      )
      #expect(try await reader.read(at: 0, count: 100).count == index + 1, "\(name)")
    }
  }

  @Test("a name that it can not hold has a stand-in, which is marked and can be read")
  func impossibleNames() async throws {
    let session = try await Shared.connect(folder: "odd")
    let listing = try await session.listAll()
    #expect(listing.entries.count == SMBTree.impossible.count && listing.end == .complete)
    for entry in listing.entries.values {
      #expect(entry.flags.contains(.mangledName), "\(entry.name)")
      let bytes = try await session.open(SourcePath(components: [entry.name])).read(at: 0, count: 9)
      #expect(Int64(bytes.count) == entry.size && bytes.allSatisfy { $0 == 9 })
    }
    for name in ["a:b", "a?b", "a*b", "a\\b", "a\u{1}"] {
      #expect(await failure { try await session.stat(.path(name)) }?.kind == .nameNotRepresentable)
    }
    let latin = try #require(SourcePath(bytes: [0x61, 0xE9]))
    #expect(await failure { try await session.stat(latin) }?.kind == .nameNotRepresentable)
  }

  @Test("names that differ in normalisation or case only are separate files")
  func twins() async throws {
    let session = try await Shared.connect(folder: "twins")
    #expect(try await session.listAll().entries.count == 4)
    for (name, content) in [("\u{E9}.mkv", 1), ("e\u{301}.mkv", 2), ("CASE", 3), ("case", 4)] {
      #expect(try await session.open(.path(name)).read(at: 0, count: 9) == [UInt8(content)])
    }
  }

  @Test("a directory that leads back to itself has its own number, so that circles end")
  func circle() async throws {
    let session = try await Shared.connect()
    let circle = try #require(try await session.listAll()["circle"])
    let again = try #require(try await session.listAll(.path("circle"))["here"])
    #expect(again.kind == .directory)
    #expect(circle.stableID != nil && circle.stableID == again.stableID)
    let below = try await session.stat(.path("circle/here/here"))
    #expect(below.stableID == circle.stableID)
  }

  @Test("a folder below the share is a root of its own")
  func folder() async throws {
    let session = try await Shared.connect(folder: "deep/a b")
    #expect(try await session.listAll().names == ["c#d"])
    #expect(try await session.listAll(.path("c#d")).names == ["e.mkv"])
  }

  @Test("pages hold no more than asked for, and all of the directory", arguments: [7, 5000])
  func paging(_ limit: Int) async throws {
    let session = try await Shared.connect()
    let listing = try await session.listAll(.path("many"), pageLimit: limit)
    #expect(listing.entries.count == 1000 && listing.end == .complete)
    let empty = try await session.listAll(.path("empty"), pageLimit: limit)
    #expect(empty.entries.isEmpty && empty.end == .complete)
  }

  @Test("what is not there is not found, and never empty")
  func missing() async throws {
    let session = try await Shared.connect()
    for path in ["gone", "gone/a"] {
      let listed = await failure { try await session.listAll(.path(path)) }
      #expect(listed?.kind == .notFound && listed?.scope == .directory)
      let looked = await failure { try await session.stat(.path(path)) }
      #expect(looked?.kind == .notFound && looked?.scope == .entry)
      #expect(looked?.underlying == .init(domain: "errno", code: Int64(ENOENT)))
      #expect(await failure { try await session.open(.path(path)) }?.kind == .notFound)
    }
  }

  @Test("a root or share that is not there is missing", arguments: ["gone", "film.mkv"])
  func missingRoot(_ folder: String) async throws {
    let root = await failure { try await Shared.connect(folder: folder) }
    #expect(root?.kind == .sourceMissing && root?.scope == .root)
    let (host, _) = try await Shared.way("login")
    let share = SourceConfiguration.smb(host, share: folder)
    let error = await failure { try await SMBAdapter().connect(share, credential: .alice) }
    #expect(error?.kind == .sourceMissing && error?.scope == .root)
  }

  @Test("a file is no directory, and a directory no file")
  func kinds() async throws {
    let session = try await Shared.connect()
    #expect(await failure { try await session.listAll(.path("film.mkv")) }?.kind == .notADirectory)
    #expect(await failure { try await session.open(.path("deep")) }?.kind == .isADirectory)
  }

  @Test("a directory that the user may not read is refused alone", .enabled(if: geteuid() == 0))
  func unreadable() async throws {
    let alice = try await Shared.connect(by: "private")
    #expect(try await alice.listAll().names == ["bobs", "closed", "open"])
    for name in ["closed", "bobs"] {
      let error = await failure { try await alice.listAll(.path(name)) }
      #expect(error?.kind == .permissionDenied && error?.scope == .directory)
    }
    #expect(try await alice.listAll(.path("open")).names == ["a.txt"])
    let bob = try await Shared.connect(by: "private", as: .bob)
    #expect(try await bob.listAll(.path("bobs")).names == ["a.txt"])
  }

  @Test("parts of a file are exact, also at and behind its end")
  func ranges() async throws {
    let session = try await Shared.connect()
    let reader = try await session.open(.path("film.mkv"))
    let content = SMBTree.film
    for (offset, count) in [(0, 1), (0, 100_000), (0, 200_000), (50_000, 4096), (99_999, 1)] {
      let expected = Array(content[offset..<min(offset + count, content.count)])
      #expect(try await reader.read(at: Int64(offset), count: count) == expected)
    }
    #expect(try await reader.read(at: 99_990, count: 100) == Array(content[99_990...]))
    for offset in [100_000, 200_000] as [Int64] {
      #expect(try await reader.read(at: offset, count: 10) == [])
    }
    #expect(try await session.open(.path("none.mkv")).read(at: 0, count: 10) == [])
    await reader.close()
    #expect(await failure { try await reader.read(at: 0, count: 1) }?.kind == .unavailable)
  }

  @Test("what is expected of a file is checked when it is opened")
  func fingerprint() async throws {
    let session = try await Shared.connect()
    let other = FileFingerprint(size: 99_999)
    let error = await failure {
      try await session.open(.path("film.mkv"), locator: nil, expecting: other)
    }
    #expect(error?.kind == .changedDuringRead)
  }

  @Test("eight listings and eight readers at the same time are right")
  func concurrency() async throws {
    let session = try await Shared.connect()
    #expect(session.capabilities.maxConcurrentOperations == 8)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            let count = try await session.listAll(.path("many")).entries.count
            #expect(count == 1000)
          }
        }
        group.addTask {
          let reader = try await session.open(.path("film.mkv"))
          for round in 0..<40 {
            let start = worker * 10_000 + round * 37
            let part = try await reader.read(at: Int64(start), count: 5000)
            #expect(part == Array(SMBTree.film[start..<start + 5000]))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a directory that leads to another server is unavailable, and nothing beside it")
  func distributed() async throws {
    let session = try await Shared.connect(by: "dfs")
    let listing = try await session.listAll()
    #expect(listing.names == ["folder", "link"] && listing.end == .complete)
    #expect(listing["link"]?.flags.contains(.mountBoundary) == true)
    for path in ["link", "link/a"] {
      let error = await failure { try await session.listAll(.path(path)) }
      #expect(error?.kind == .unavailable && error?.scope == .directory)
      #expect(await failure { try await session.open(.path(path)) }?.kind == .unavailable)
    }
    #expect(try await session.listAll(.path("folder")).names == ["a.txt"])
  }

  @Test(
    "a server is reached by its name and by an IPv6 address",
    arguments: ["localhost", "[::1]"]
  )
  func hosts(_ host: String) async throws {
    let port = try #require(try await Shared.way("login").host.split(separator: ":").last)
    let place = SourceConfiguration.smb(
      "\(host):\(port)",
      share: "login",
      folder: Array("deep".utf8)
    )
    let session = try await SMBAdapter().connect(place, credential: .alice)
    #expect(try await session.listAll().names == ["a b"])
  }
}
