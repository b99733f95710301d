import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Proxies that are named, and keys under a passphrase", .serialized)
struct ProxyTests {
  @Test("a server is reached through a proxy, by its name")
  func plain() async throws {
    let scripted = try await Scripted("hrefs")
    var options = WebDAVOptions()
    options.proxy = scripted.server.address("plain")
    let place = SourceConfiguration.webDAV(
      "http://nobody.invalid/hrefs/\(scripted.run)",
      options: options
    )
    let session = try await WebDAVAdapter().connect(place, credential: nil)
    #expect(try await session.listAll().end == .complete)
    let requests = try await scripted.requests()
    #expect(requests.count >= 2 && requests.allSatisfy { $0.proxied == "nobody.invalid" })
    await session.close()
  }

  @Test("of an encrypted connection the proxy only sees where it leads")
  func tunnel() async throws {
    let scripted = try await Scripted("hrefs")
    var options = WebDAVOptions()
    options.authorities = scripted.server.authority
    options.proxy = scripted.server.address("other")
    let session = try await scripted.connect(way: "tls", options: options)
    #expect(try await session.listAll().end == .complete)
    let requests = try await scripted.requests()
    #expect(!requests.isEmpty && requests.allSatisfy { $0.server == "tls" && $0.proxied == nil })
    #expect(try await scripted.tunnels() > 0)
    await session.close()
  }

  @Test("a proxy that is not there makes the source unavailable")
  func absent() async throws {
    let scripted = try await Scripted("hrefs")
    var options = WebDAVOptions()
    options.proxy = "http://127.0.0.1:1"
    let error = await failure { try await scripted.connect(options: options) }
    #expect(error?.kind == .unavailable && error?.scope == .connection)
  }

  @Test(
    "a proxy with a login, a path or another scheme is refused",
    arguments: [
      "http://user:secret@127.0.0.1:1", "http://user@127.0.0.1:1", "http://127.0.0.1:1/path",
      "socks5://127.0.0.1:1", "https://127.0.0.1:1", "127.0.0.1:1", "",
    ]
  )
  func refused(_ proxy: String) {
    #expect(throws: SourceError.self) { try WebDAVOptions(["proxy": proxy]) }
  }

  @Test("the credential opens the key of a client's certificate, and is presented to nobody")
  func passphrase() async throws {
    let scripted = try await Scripted("hrefs")
    let options = lockedKey(of: scripted)
    for credential in [
      SourceCredential(.bearer(token: "a pass phrase")),
      SourceCredential(.password(user: "alice", password: "a pass phrase")),
    ] {
      let session = try await scripted.connect(
        way: "client",
        credential: credential,
        options: options
      )
      #expect(try await session.listAll().end == .complete)
      var contents = ""
      dump(session, to: &contents)
      #expect(!contents.contains("pass phrase"))
      await session.close()
    }
    let requests = try await scripted.requests()
    #expect(!requests.isEmpty && requests.allSatisfy { $0.fields["authorization"] == nil })
  }

  @Test("a key under a passphrase is not opened without it, and nobody is asked")
  func locked() async throws {
    let scripted = try await Scripted("hrefs")
    let options = lockedKey(of: scripted)
    for credential in [nil, SourceCredential(.bearer(token: "wrong"))] {
      let error = await failure {
        try await scripted.connect(way: "client", credential: credential, options: options)
      }
      #expect(error.flatMap(TLSProblem.init) == .unreadableFile, "\(String(describing: error))")
    }
  }

  private func lockedKey(of scripted: Scripted) -> WebDAVOptions {
    var options = WebDAVOptions()
    options.authorities = scripted.server.authority
    options.certificate = scripted.server.base + "/tls/client.pem"
    options.key = scripted.server.base + "/tls/locked.key"
    options.authentication = .certificate
    return options
  }
}
