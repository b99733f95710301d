import KinoCore
import KinoTestServers
import KinoTestSupport
import KinoWebDAV
import Testing

/// A server and a way into it that asks for a password.
struct Door: Sendable, CustomTestStringConvertible {
  let kind: TestServer.Kind
  let way: String

  var testDescription: String { "\(kind) \(way)" }

  /// Those of the servers that this machine can have.
  static let all =
    TestServer.Kind.present.map { Door(kind: $0, way: "basic") }
    + [.apache, .lighttpd, .wsgidav].filter(TestServer.Kind.present.contains)
    .map { Door(kind: $0, way: "digest") }
}

@Suite("Logging in at real servers", .serialized)
struct LoginTests {
  @Test("a right password opens, however the server asks for it", arguments: Door.all)
  func right(_ door: Door) async throws {
    let session = try await Shared.connect(to: door.kind, way: door.way, credential: .alice)
    for _ in 0..<3 { #expect(try await session.listAll(.path("deep")).names == ["a b"]) }
    #expect(try await session.open(.path("film.mkv")).read(at: 10, count: 5).count == 5)
  }

  @Test("a wrong password is refused, and said nowhere", arguments: Door.all)
  func wrong(_ door: Door) async throws {
    let error = await failure {
      try await Shared.connect(to: door.kind, way: door.way, credential: .wrong)
    }
    #expect(error?.kind == .authenticationFailed && error?.retry == .permanent)
    #expect(error?.scope == .connection)
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("wrong-secret") && !"\(String(describing: error))".contains("wrong-s"))
  }

  @Test("no password is refused where one is asked for", arguments: Door.all)
  func none(_ door: Door) async throws {
    for credential in [nil, SourceCredential(.anonymous)] {
      let error = await failure {
        try await Shared.connect(to: door.kind, way: door.way, credential: credential)
      }
      #expect(error?.kind == .authenticationFailed)
    }
  }

  @Test("what the options say about a password is kept to", arguments: [true, false])
  func fixed(_ isDigest: Bool) async throws {
    var options = WebDAVOptions()
    options.authentication = isDigest ? .digest : .basic
    let session = try await Shared.connect(
      to: .apache,
      way: isDigest ? "digest" : "basic",
      credential: .alice,
      options: options
    )
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }
}
