import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Redirects, secrets and certificates", .serialized)
struct SecretTests {
  @Test(
    "a redirect on the same server keeps method, body and depth",
    arguments: ["moved", "found", "temporary"]
  )
  func sameOrigin(_ path: String) async throws {
    let scripted = try await Scripted("redirects")
    let session = try await scripted.connect()
    // The target calls itself `moved`, as the entries of another directory are nobody's.
    guard path == "moved" else {
      let error = await failure { try await session.listAll(.path(path)) }
      #expect(error?.kind == .protocolViolation)
      return
    }
    #expect(try await session.listAll(.path(path)).names == ["a.mkv"])
    let last = try #require(try await scripted.requests().last)
    #expect(last.rest == "/target/" && last.method == "PROPFIND")
    #expect(last.fields["depth"] == "1" && last.body.contains("getetag"))
  }

  @Test(
    "a listing goes nowhere else, and not in circles",
    arguments: ["see-other", "loop", "nowhere", "foreign", "secret"]
  )
  func refused(_ path: String) async throws {
    let scripted = try await Scripted("redirects")
    let session = try await scripted.connect()
    let error = await failure { try await session.listAll(.path(path)) }
    #expect(error?.kind == .redirectRefused && error?.retry == .permanent)
    let requests = try await scripted.requests()
    #expect(requests.allSatisfy { $0.server == "plain" } && requests.count <= 8)
  }

  @Test("a read goes to another server, without secrets, and straight there the next time")
  func readElsewhere() async throws {
    let scripted = try await Scripted("secrets")
    let session = try await scripted.connect(credential: .alice)
    let reader = try await session.open(.path("film.mkv"))
    #expect(try await reader.read(at: 2, count: 3) == Array("234".utf8))
    #expect(try await reader.read(at: 5, count: 3) == Array("567".utf8))
    let requests = try await scripted.requests()
    let elsewhere = requests.filter { $0.server == "other" }
    #expect(elsewhere.count == 2 && requests.count { $0.method == "GET" } == 3)
    for request in elsewhere {
      #expect(request.fields["authorization"] == nil && request.fields["cookie"] == nil)
      #expect(request.fields["range"] != nil)
    }
    let home = requests.filter { $0.server == "plain" }
    #expect(home.first?.fields["authorization"] == nil)
    #expect(home.dropFirst().allSatisfy { $0.fields["authorization"]?.hasPrefix("Basic ") == true })
    #expect(home.last?.fields["cookie"] == "session=crumb")
    let error = await failure { try await session.listAll(.path("foreign")) }
    #expect(error?.kind == .redirectRefused)
  }

  @Test("a login that was revoked is tried no second time")
  func revoked() async throws {
    let scripted = try await Scripted("secrets")
    let session = try await scripted.connect(credential: .alice)
    let before = try await scripted.requests().count
    let error = await failure { try await session.listAll(.path("revoked")) }
    #expect(error?.kind == .authenticationFailed && error?.scope == .connection)
    #expect(try await scripted.requests().count == before + 1)
  }

  @Test(
    "a Digest login that became old is renewed once",
    arguments: [("stale", true), ("restarted", true), ("revoked", false)]
  )
  func stale(_ path: String, _ isGood: Bool) async throws {
    let scripted = try await Scripted("stale")
    let session = try await scripted.connect(credential: .alice)
    let before = try await scripted.requests().count
    if isGood {
      #expect(try await session.listAll(.path(path)).end == .complete)
    } else {
      let error = await failure { try await session.listAll(.path(path)) }
      #expect(error?.kind == .authenticationFailed)
    }
    let after = try await scripted.requests().dropFirst(before)
    #expect(after.count <= 3, "\(after.map { $0.fields["authorization"] })")
  }

  @Test("a token is presented from the first request on")
  func bearer() async throws {
    let scripted = try await Scripted("hrefs")
    let token = SourceCredential(.bearer(token: "t0ken"))
    _ = try await scripted.connect(credential: token).listAll()
    let requests = try await scripted.requests()
    #expect(requests.allSatisfy { $0.fields["authorization"] == "Bearer t0ken" })
  }

  @Test("a read never leaves an encrypted connection for a plain one")
  func downgrade() async throws {
    let scripted = try await Scripted("redirects")
    let session = try await scripted.connect(way: "tls", options: trusting(scripted))
    let reader = try await session.open(.path("plain.mkv"))
    let error = await failure { try await reader.read(at: 0, count: 4) }
    #expect(error?.kind == .redirectRefused)
    #expect(try await scripted.requests().allSatisfy { $0.server == "tls" })
  }

  @Test(
    "a certificate that can not be trusted is refused, for good and with the reason",
    arguments: [
      ("self", .selfSigned), ("expired", .expired), ("elsewhere", .otherHost),
      ("client", .clientCertificate),
    ] as [(String, TLSProblem)]
  )
  func certificates(_ way: String, _ problem: TLSProblem) async throws {
    let scripted = try await Scripted("hrefs")
    let options = trusting(scripted)
    let error = await failure { try await scripted.connect(way: way, options: options) }
    #expect(
      error?.kind == .tlsFailure && error?.retry == .permanent,
      "\(String(describing: error))"
    )
    #expect(error.flatMap(TLSProblem.init) == problem, "\(String(describing: error))")
    #expect(try await scripted.requests().isEmpty)
  }

  @Test("an authority that is not named is not trusted")
  func unknownAuthority() async throws {
    let scripted = try await Scripted("hrefs")
    let error = await failure { try await scripted.connect(way: "tls") }
    #expect(error.flatMap(TLSProblem.init) == .unknownAuthority)
    var options = WebDAVOptions()
    options.authorities = "/nonexistent.pem"
    let unread = await failure { try await scripted.connect(way: "tls", options: options) }
    #expect(unread.flatMap(TLSProblem.init) == .unreadableFile)
  }

  @Test("a certificate signed by itself is trusted where it is named")
  func selfSigned() async throws {
    let scripted = try await Scripted("hrefs")
    var options = WebDAVOptions()
    options.authorities = scripted.server.base + "/tls/self.pem"
    #expect(try await scripted.connect(way: "self", options: options).listAll().end == .complete)
  }

  @Test("a client's certificate opens a server that asks for one")
  func clientCertificate() async throws {
    let scripted = try await Scripted("hrefs")
    var options = trusting(scripted)
    options.certificate = scripted.server.base + "/tls/client.pem"
    options.key = scripted.server.base + "/tls/client.key"
    #expect(try await scripted.connect(way: "client", options: options).listAll().end == .complete)
  }

  @Test("a closed port is unavailable for a while, a name that nobody has as well")
  func unreachable() async throws {
    for url in ["http://127.0.0.1:1/", "http://nobody.invalid/"] {
      let place = SourceConfiguration.webDAV(url)
      let error = await failure { try await WebDAVAdapter().connect(place, credential: nil) }
      #expect(error?.kind == .unavailable && error?.retry == .temporary)
      #expect(error?.scope == .connection)
    }
  }

  @Test(
    "a URL with a secret, a query or another scheme is refused before anything is sent",
    arguments: [
      "http://alice:x@127.0.0.1/", "http://127.0.0.1/?t=x", "ftp://127.0.0.1/", "127.0.0.1",
    ]
  )
  func urls(_ url: String) async throws {
    let place = SourceConfiguration.webDAV(url)
    let error = await failure { try await WebDAVAdapter().connect(place, credential: nil) }
    #expect(error?.kind == .nameNotRepresentable)
  }

  @Test("options that are unknown or make no sense are refused")
  func options() throws {
    var options = WebDAVOptions()
    options.authentication = .digest
    options.authorities = "/ca.pem"
    options.usesHTTP2 = true
    options.proxy = "http://proxy.example:3128"
    options.concurrency = 64
    #expect(try WebDAVOptions(options.encoded) == options)
    #expect(WebDAVOptions().encoded.isEmpty)
    for bad in [["tls-verify": "no"], ["concurrency": "0"], ["http": "3"], ["authentication": "x"]]
    {
      #expect(throws: SourceError.self) { try WebDAVOptions(bad) }
    }
  }

  private func trusting(_ scripted: Scripted) -> WebDAVOptions {
    var options = WebDAVOptions()
    options.authorities = scripted.server.authority
    return options
  }
}
