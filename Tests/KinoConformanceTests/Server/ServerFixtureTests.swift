import KinoCore
import KinoTestSupport
import Testing

@testable import KinoConformance

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Fixture over a server or a folder that is there (FW-4)")
struct ServerFixtureTests {
  private func fixture(at place: String, tree: String?) -> ServerFixture {
    ServerFixture(
      MemoryAdapter(MemorySource()),
      opening: SourceConfiguration(kind: "memory", location: place, rootPath: Array(place.utf8)),
      tree: tree
    )
  }

  @Test("what is left of a run is removed in the end, and nothing is built from then on")
  func end() async throws {
    let fixture = fixture(at: "/tmp", tree: "/tmp")
    let site = try await fixture.makeSite([TreeNode(.path("a/b"), .file([1]))])
    let root = site.configuration.location
    #expect(root.hasPrefix("/tmp/kino-conformance-"))
    #expect(unsafe access(root + "/a/b", F_OK) == 0)
    await fixture.end()
    #expect(unsafe access(root, F_OK) != 0)
    await #expect(throws: NotRun.self) { try await fixture.makeSite([]) }
    await #expect(throws: NotRun.self) { try await site.apply(.remove(.path("a"))) }
    await site.dispose()
  }

  @Test("without a folder to build in only the place itself is a site")
  func noTree() async throws {
    let fixture = fixture(at: "/tmp", tree: nil)
    let site = try await fixture.makeSite([])
    #expect(site.configuration.location == "/tmp")
    await #expect(throws: NotRun.self) { try await site.inject(.silence) }
    await #expect(throws: NotRun.self) { try await site.traffic() }
    await #expect(throws: NotRun.self) {
      try await fixture.makeSite([TreeNode(.path("a"), .directory)])
    }
  }

  @Test("a site of a server is reached through a proxy, and its root lies below the place's")
  func proxied() async throws {
    let fixture = fixture(at: "http://127.0.0.1:9/x/", tree: "/tmp")
    let site = try await fixture.makeSite([])
    let place = site.configuration
    #expect(place.location.hasPrefix("http://127.0.0.1:") && place.location.hasSuffix("/x/"))
    #expect(place.location != "http://127.0.0.1:9/x/")
    #expect(String(decoding: place.rootPath, as: UTF8.self).contains("/kino-conformance-"))
    try await site.inject(.unresolvable)
    #expect(site.configuration.location.contains("//nowhere.invalid:9/x/"))
    await site.endFaults()
    #expect(try await site.traffic().requests == 0)
    await #expect(throws: NotRun.self) { try await site.inject(.guestFallback) }
    await #expect(throws: NotRun.self) {
      try await fixture.makeSite([TreeNode(.path("pipe"), .pipe)])
    }
    await site.dispose()
    await fixture.end()
  }

  @Test(
    "where a server is follows from its location",
    arguments: [
      ("http://h", "h", 80, "", "127.0.0.1"),
      ("https://localhost:8443/a", "localhost", 8443, "/a", "localhost"),
      ("davs://h:1", "h", 1, "", nil), ("http://[::1]:8080/", "::1", 8080, "/", "127.0.0.1"),
      ("smb://h/share", "h", 445, "/share", "127.0.0.1"), ("nfs://h", "h", 2049, "", "127.0.0.1"),
      ("ftp://h/share", nil, 0, "", nil), ("/a/folder", nil, 0, "", nil),
    ] as [(String, String?, Int, String, String?)]
  )
  func location(_ text: String, _ host: String?, _ port: Int, _ path: String, _ proxy: String?) {
    let location = ServerLocation(text)
    #expect(location?.host == host)
    guard let location else { return }
    #expect(Int(location.port) == port && location.path == path && location.proxyHost == proxy)
  }

  @Test("what a server program can not do is known by what it calls itself")
  func limits() {
    #expect(ServerLimits.exceptions(of: "nginx/1.22.1")[42]?.hasPrefix("nginx ") == true)
    #expect(ServerLimits.exceptions(of: "WsgiDAV/4.3 Cheroot/10").keys.sorted() == [22, 23])
    #expect(ServerLimits.exceptions(of: "Apache/2.4 (Debian)").isEmpty)
  }
}
