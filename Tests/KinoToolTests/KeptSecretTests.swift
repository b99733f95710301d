import Foundation
import KinoTestServers
import KinoTestTools
import Testing

@Suite("The secret of a WebDAV server", .serialized)
struct KeptSecretTests {
  /// What the server does, and what the scan makes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: String
    /// The kind of error of the scan; `nil` for none.
    let kind: String?

    init(_ name: String, _ rules: String, _ kind: String?) {
      (self.name, self.rules, self.kind) = (name, rules, kind)
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("nothing goes wrong", "", nil),
    Case("401", "=== * /*\nHTTP/1.1 401 Who", "authenticationFailed"),
    Case("403", "=== * /*\nHTTP/1.1 403 No", "permissionDenied"),
    Case("404", "=== * /*\nHTTP/1.1 404 Not Found", "sourceMissing"),
    Case("405", "=== * /*\nHTTP/1.1 405 No", "unsupported"),
    Case("429", "=== * /*\nHTTP/1.1 429 Slow\nRetry-After: 0", "rateLimited"),
    Case("500", "=== * /*\nHTTP/1.1 500 Oh", "unavailable"),
    Case("redirect", "=== * /*\nHTTP/1.1 302 F\nLocation: http://x.invalid/", "redirectRefused"),
    Case("page", "=== * /*\nHTTP/1.1 200 OK\n\n<html>Hi</html>", "protocolViolation"),
    Case(
      "401 in the middle",
      "=== PROPFIND /* depth=1 after=3\nHTTP/1.1 401 Who",
      "authenticationFailed"
    ),
  ]

  private let files = SecretFiles()

  @Test("it is in no output, no file of the library and no process, whatever happens")
  func failures() async throws {
    let server = try await files.serve()
    let proxy = try await SpoilingProxy(to: try #require(server.address("open")))
    let place = proxy.address + "/open/"
    for one in Self.cases {
      try proxy.spoil(one.rules)
      // A table and an object at the same time, into libraries of their own.
      async let table = files.run("scan", place, library: "tables")
      let text = try await files.run("scan", place, "--json")
      _ = try await table
      if let kind = one.kind { #expect(text.contains("\"kind\": \"\(kind)\""), "\(one): \(text)") }
      if one.kind == nil { #expect(text.contains("\"state\": \"completed\""), "\(text)") }
    }
    for rules in [Self.cases[0].rules, Self.cases[1].rules] {
      try proxy.spoil(rules)
      try await files.run("ls", place, "--recursive", "--json")
      try await files.run("cat", place + "0/0.mkv")
    }
    try await files.ask("runs", "--json")
    try await files.ask("sources", "--json")
    try await files.ask("sources")
    try await files.ask("runs")
    try await files.ask("explain", place + "0/0.mkv")
    try files.expectClean()
    #expect(files.looks > 20)
    try await server.stop()
  }

  @Test("nor where the certificate is refused, or Ctrl-C ends a scan that waits")
  func refused() async throws {
    let server = try await files.serve()
    let address = try #require(server.address("open"))
    let secure = try await SpoilingProxy(to: address, isSecure: true)
    let text = try await files.run("scan", secure.address + "/open/", "--json")
    #expect(text.contains("\"kind\": \"tlsFailure\""), "\(text)")
    let proxy = try await SpoilingProxy(to: address)
    try proxy.spoil("=== PROPFIND /* depth=1 after=3 hang\n")
    let waiting = try await files.run(
      "scan",
      proxy.address + "/open/",
      "--json",
      interruptedAfter: .seconds(1)
    )
    #expect(waiting.contains("\"state\": \"cancelled\""), "\(waiting)")
    try files.expectClean()
    try await server.stop()
  }

  @Test("nor after a login that took it, by Basic, by Digest or as a token")
  func login() async throws {
    let server = try await files.serve()
    let taken = SecretFiles(secret: TestServer.password, user: TestServer.user, in: files)
    for way in ["basic", "digest"] {
      let text = try await taken.run("scan", try #require(server.address(way)), "--json")
      #expect(text.contains("\"state\": \"completed\""), "\(text)")
      try await taken.run("cat", try #require(server.address(way)) + "0/0.mkv")
    }
    let token = SecretFiles(user: nil, in: files)
    try await token.run("scan", try #require(server.address("open")), "--json")
    try await taken.ask("sources", "--json")
    try taken.expectClean()
    try token.expectClean()
    try await server.stop()
  }
}
