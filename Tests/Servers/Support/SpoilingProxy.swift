internal import Foundation
internal import Synchronization

/// A proxy between a test and a server, which spoils what passes, and stays at its address when
/// the server goes.
package final class SpoilingProxy: Sendable {
  /// What it shows of itself.
  package enum Certificate: String, CaseIterable, Sendable {
    case good, expired, elsewhere
    case selfSigned = "self"
  }

  private struct Settings {
    var upstream: String
    var refuses = false
    var certificate = Certificate.good
    var rules = ""

    var text: String {
      "upstream \(upstream)\n" + (refuses ? "refuse\n" : "")
        + "certificate \(certificate.rawValue)\n" + rules
    }
  }

  /// `http://` or `https://`, the host and the port.
  package let address: String
  private let base: String
  private let controlPort: UInt16
  private let settings: Mutex<Settings>

  /// Starts a proxy; it ends when nobody holds it, or with this process.
  ///
  /// - Parameters:
  ///   - server: The URL of the server; only its host and port count.
  ///   - isSecure: Whether the proxy speaks TLS; the server is spoken to in plain text.
  /// - Throws: ``TestServerFailure`` when it does not start.
  package init(to server: String, isSecure: Bool = false) async throws {
    base = TestServer.newFolder()
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    let settings = Settings(upstream: Self.host(of: server))
    try settings.text.write(toFile: base + "/settings", atomically: true, encoding: .utf8)
    self.settings = Mutex(settings)
    let script = TestServer.script("spoiler.py").path
    let options = (isSecure ? ["--tls"] : []) + ["--owner", TestServer.owner]
    _ = try Program([script, base] + options, errors: base + "/output")
    let addresses = try await TestServer.addresses(in: base)
    guard let address = addresses["proxy"], let port = addresses["control"].flatMap({ UInt16($0) })
    else { throw TestServerFailure("the proxy did not start") }
    self.address = address
    controlPort = port
  }

  deinit { _ = try? PlainRequest.get("/stop", port: controlPort) }

  /// The authority that signed all its certificates but the self-signed one.
  package var authority: String { base + "/tls/authority.pem" }

  /// Spoils what the rules say, which `Tests/Servers/spoiler.py` explains.
  package func spoil(_ rules: String) throws { try change { $0.rules = rules + "\n" } }

  /// Refuses connections, and resets those that there are.
  package func refuse() throws { try change { $0.refuses = true } }

  /// Shows another certificate from now on.
  package func show(_ certificate: Certificate) throws {
    try change { $0.certificate = certificate }
  }

  /// Passes everything on as it is; optionally to a server that was started anew.
  package func heal(to server: String? = nil) throws {
    try change { settings in
      settings = Settings(upstream: server.map(Self.host) ?? settings.upstream)
    }
  }

  /// How many requests have come since it was last told anything.
  package func requestCount() throws -> Int {
    let answer = try PlainRequest.get("/count", port: controlPort)
    return Int(String(decoding: answer, as: UTF8.self)) ?? 0
  }

  private func change(_ body: (inout Settings) -> Void) throws {
    let text = settings.withLock { settings in
      body(&settings)
      return settings.text
    }
    try text.write(toFile: base + "/settings", atomically: true, encoding: .utf8)
    _ = try PlainRequest.get("/reload", port: controlPort)
  }

  private static func host(of url: String) -> String {
    String(url.split(separator: "/").dropFirst().first ?? "")
  }
}
