import KinoCore
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Listings of odd and hostile servers", .serialized)
struct ScriptedListingTests {
  @Test("every form of address gives the name that it stands for")
  func hrefs() async throws {
    let listing = try await Scripted("hrefs").connect().listAll()
    let names = [
      "absolute.mkv", "ab.mkv", "loweré.mkv", "UPPERÉ.mkv", "raw é.mkv", "relative.mkv",
      "relative folder", "raw #?[x]&+.mkv", "100% of %zz.mkv", "twice%20encoded.mkv", "doubled.mkv",
      "spaced.mkv",
    ].map { Array($0.utf8) }
    let latin = Array("latin".utf8) + [0xE9] + Array(".mkv".utf8)
    #expect(Set(listing.entries.keys) == Set(names + [latin]))
    #expect(listing.end == .complete && listing.notes.isEmpty)
    #expect(listing.entries[Array("relative folder".utf8)]?.kind == .directory)
    #expect(listing.entries[Array("spaced.mkv".utf8)]?.kind == .unknown)
  }

  @Test("behind a proxy that rewrites paths the listing is right")
  func prefix() async throws {
    let session = try await Scripted("prefix").connect()
    #expect(try await session.listAll().names == ["a.mkv", "prefix"])
    #expect(try await session.listAll(.path("prefix")).names == ["b.mkv"])
    #expect(try await session.stat(.path("prefix/b.mkv")).size == 2)
  }

  @Test("a listing of another place is no listing", arguments: ["lost"])
  func lost(_ path: String) async throws {
    let error = try await Scripted("prefix").failure(listing: path)
    #expect(error?.kind == .protocolViolation && error?.scope == .directory)
  }

  @Test("an answer without entries is no empty directory", arguments: ["nothing", "foreign"])
  func nothing(_ path: String) async throws {
    #expect(try await Scripted("hostile").failure(listing: path)?.kind == .protocolViolation)
  }

  @Test("addresses that lead elsewhere are dropped, counted and never asked for")
  func hostile() async throws {
    let scripted = try await Scripted("hostile")
    let listing = try await scripted.connect().listAll()
    #expect(listing.names == ["%2e%2e", "back\\slash.mkv", "good.mkv"])
    #expect(listing.lacks([.invalidName]) && listing.notes.count == 10)
    #expect(listing.notes.allSatisfy { $0.error.scope == .entry && $0.name == nil })
    #expect(try await scripted.requests().allSatisfy { $0.server == "plain" && $0.rest == "/" })
  }

  @Test("what is below the entries is no entry")
  func depth() async throws {
    let listing = try await Scripted("hostile").connect().listAll(.path("deep"))
    #expect(listing.names == ["a", "d.mkv"] && listing.end == .complete)
  }

  @Test("an entry that the server refuses makes the listing incomplete")
  func partly() async throws {
    let session = try await Scripted("hostile").connect()
    let partly = try await session.listAll(.path("partly"))
    #expect(partly.names == ["a.mkv"] && partly.lacks([.entryUnreadable]))
    #expect(partly.notes.map(\.name) == [.name("secret.mkv")])
    #expect(partly.notes.first?.error.kind == .permissionDenied)
    let vanished = try await session.listAll(.path("vanished"))
    #expect(vanished.names == ["a.mkv"] && vanished.lacks([.changedDuringListing]))
  }

  @Test("a directory that is refused inside a good answer is denied")
  func refused() async throws {
    let error = try await Scripted("hostile").failure(listing: "refused")
    #expect(error?.kind == .permissionDenied && error?.scope == .directory)
  }

  @Test("the parts of a listing are read one after the other")
  func pages() async throws {
    let scripted = try await Scripted("pages")
    let listing = try await scripted.connect().listAll(.path("three"))
    #expect(listing.names == ["a.mkv", "b.mkv", "c.mkv"] && listing.end == .complete)
    #expect(try await scripted.requests().count == 4)
  }

  @Test("a next part on another server is not asked for, and the listing lacks it")
  func foreignPage() async throws {
    let scripted = try await Scripted("pages")
    let listing = try await scripted.connect().listAll(.path("foreign"))
    #expect(listing.names == ["a.mkv"] && listing.lacks([.truncatedByServer]))
    #expect(try await scripted.requests().allSatisfy { $0.server == "plain" })
  }

  @Test("parts that lead in a circle end the listing")
  func circle() async throws {
    let scripted = try await Scripted("pages")
    let session = try await scripted.connect()
    let error = await failure { try await session.listAll(.path("circle")) }
    #expect(error?.kind == .protocolViolation)
    #expect(try await scripted.requests().count <= 4)
  }

  @Test("a failure of a later part is an error and no end, every time")
  func brokenPage() async throws {
    let session = try await Scripted("pages").connect()
    let lister = try await session.list(ListRequest(path: .path("broken"), pageLimit: 1))
    #expect(try await lister.next().entries.count == 1)
    for _ in 0..<2 {
      #expect(await failure { try await lister.next() }?.kind == .unavailable)
    }
  }

  @Test("after the end comes the end again")
  func end() async throws {
    let session = try await Scripted("pages").connect()
    let lister = try await session.list(ListRequest(path: .path("three")))
    #expect(try await lister.next().end == .complete)
    #expect(try await lister.next() == DirectoryPage(entries: [], end: .complete))
  }

  @Test("a root that was moved on its server is used from there")
  func movedRoot() async throws {
    #expect(try await Scripted("moved-root").connect().listAll().names == ["a.mkv"])
  }

  @Test("numbers of files identify them where the server has such")
  func fileIDs() async throws {
    let session = try await Scripted("file-ids").connect()
    #expect(session.capabilities.stableID.scope == .source)
    #expect(try await session.rootIdentity() == .identity(Array("00000002instance".utf8)))
    let entry = try await session.listAll().entries[Array("a.mkv".utf8)]
    #expect(entry?.stableID == StableID(bytes: Array("00000042instance".utf8)))
    let other = try await Scripted("hrefs").connect()
    #expect(other.capabilities.stableID.scope == .none)
  }

  @Test("exactly the needed properties are asked for, of one level")
  func request() async throws {
    let scripted = try await Scripted("hrefs")
    _ = try await scripted.connect().listAll()
    let requests = try await scripted.requests()
    #expect(requests.map { $0.fields["depth"] } == ["0", "1"])
    for request in requests {
      #expect(request.method == "PROPFIND" && request.body.contains("<getetag/>"))
      #expect(!request.body.contains("oc:id") && !request.body.contains("allprop"))
      #expect(request.fields["expect"] == nil && request.fields["authorization"] == nil)
    }
  }

  @Test("a listing nobody reads waits at the server, and is right afterwards")
  func backPressure() async throws {
    let session = try await Scripted("large").connect()
    let lister = try await session.list(ListRequest(path: .path("large"), pageLimit: 100))
    var names = try await lister.next().entries.map(\.name)
    // Others are served meanwhile.
    #expect(try await session.stat(.path("film.mkv")).size == 10)
    var end: DirectoryEnd?
    while end == nil {
      let page = try await lister.next()
      names += page.entries.map(\.name)
      end = page.end
    }
    #expect(names.count == 5000 && Set(names).count == 5000 && end == .complete)
  }
}
