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

@Suite("Logging in to an SMB server", .serialized)
struct LoginTests {
  @Test(
    "a wrong password and an unknown user are refused, also where guests are welcome",
    arguments: ["login", "guest"],
    [SourceCredential.wrong, .password("nobody-of-that-name", "secret")]
  )
  func wrong(_ way: String, _ credential: SourceCredential) async throws {
    let error = await failure { try await Shared.connect(by: way, as: credential) }
    #expect(error?.kind == .authenticationFailed && error?.retry == .permanent)
    #expect(error?.scope == .connection)
    #expect(error.map { !"\($0)".contains("secret") } == true)
  }

  @Test("nobody is a guest who did not ask for it")
  func guest() async throws {
    let nobody = await failure { try await Shared.connect(by: "guest", as: nil) }
    #expect(nobody?.kind == .authenticationFailed)
    var options = SMBOptions()
    options.isGuest = true
    let asked = try await Shared.connect(by: "guest", as: nil, options: options)
    #expect(try await asked.listAll(.path("deep")).names == ["a b"])
    let named = try await Shared.connect(by: "guest", as: SourceCredential(.anonymous))
    #expect(try await named.listAll(.path("deep")).names == ["a b"])
  }

  @Test("a guest is refused where none is welcome")
  func refusedGuest() async throws {
    let error = await failure {
      try await Shared.connect(by: "login", as: SourceCredential(.anonymous))
    }
    #expect(error?.kind == .authenticationFailed)
  }

  @Test("a user who may not enter a share is told so", .enabled(if: geteuid() == 0))
  func forbiddenShare() async throws {
    let error = await failure { try await Shared.connect(by: "encrypted", as: .bob) }
    #expect(error?.kind == .permissionDenied && error?.scope == .root)
  }

  @Test(
    "a server that demands signatures or encryption gets them",
    arguments: ["signed", "encrypted"]
  )
  func demands(_ way: String) async throws {
    let session = try await Shared.connect(by: way)
    #expect(try await session.listAll(.path("many")).entries.count == 1000)
  }

  @Test("encryption can be demanded of a server, by SMB 3 and by no older version")
  func encryption() async throws {
    var options = SMBOptions()
    options.requiresEncryption = true
    let session = try await Shared.connect(options: options)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
    var older = options
    older.newest = .v2_1
    #expect(await failure { try await Shared.connect(options: older) }?.kind == .unsupported)
    let guest = await failure {
      try await Shared.connect(by: "guest", as: SourceCredential(.anonymous), options: options)
    }
    #expect(guest?.kind == .unsupported)
  }

  @Test("each version of the protocol can be the only one", arguments: SMBOptions.Version.allCases)
  func versions(_ version: SMBOptions.Version) async throws {
    var options = SMBOptions()
    options.oldest = version
    options.newest = version
    let session = try await Shared.connect(options: options)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }

  @Test("a user may name a domain, and a session needs no other's login")
  func users() async throws {
    let credential = SourceCredential.password("KINO\\\(TestServer.user)", TestServer.password)
    let session = try await Shared.connect(as: credential)
    let error = await failure { try await Shared.connect(as: .wrong) }
    #expect(error?.kind == .authenticationFailed)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }

  @Test("a token or a password of more than 255 bytes is not for SMB")
  func unsupported() async throws {
    let token = SourceCredential(.bearer(token: "t"))
    #expect(await failure { try await Shared.connect(as: token) }?.kind == .unsupported)
    let long = SourceCredential.password("alice", String(repeating: "x", count: 256))
    #expect(await failure { try await Shared.connect(as: long) }?.kind == .unsupported)
  }
}
