internal import Foundation
internal import Synchronization

/// A server for tests, in processes of its own, which end with this process.
package final class TestServer: Sendable {
  /// A server program that serves a folder.
  package enum Kind: String, CaseIterable, Sendable {
    case apache, lighttpd, nginx, rclone, wsgidav, samba

    /// Those that serve by WebDAV.
    package static let webDAV: [Kind] = [.apache, .lighttpd, .nginx, .rclone, .wsgidav]
  }

  /// The folder of the server, in which it keeps its settings and certificates.
  package let base: String
  private let addresses: [String: String]

  /// Starts a server; returns when it answers.
  ///
  /// - Parameters:
  ///   - tree: The folder that it serves, which everyone must be able to enter.
  ///   - kind: Which program.
  /// - Returns: The server.
  /// - Throws: ``TestServerFailure`` with what the program said, when it does not start.
  package static func serving(_ tree: String, by kind: Kind) async throws -> TestServer {
    let base = newFolder()
    try await run("server", ["start", kind.rawValue, base, tree, "--owner", owner])
    return try TestServer(base)
  }

  /// Starts the server that answers what `Tests/Servers/cases` says.
  package static func scripted() async throws -> TestServer {
    let base = newFolder()
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    _ = try Program([script("scripted.py").path, base, "--owner", owner], errors: base + "/output")
    // The file comes in one piece when every server listens.
    for _ in 0..<600 {
      if FileManager.default.fileExists(atPath: base + "/addresses") { return try TestServer(base) }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TestServerFailure("the scripted server did not start")
  }

  private init(_ base: String) throws {
    self.base = base
    let lines = try String(contentsOfFile: base + "/addresses", encoding: .utf8)
      .split(separator: "\n")
    addresses = Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), String(words[1]))
      }
    )
  }

  /// The user that logs in, and her password.
  package static let user = "alice"
  package static let password = "al1ce's påss:word"

  /// The URL of a way in; `nil` if the server has none of that name.
  package func address(_ name: String) -> String? { addresses[name] }

  /// The certificate of the authority that signed the server's.
  package var authority: String { base + "/tls/authority.pem" }

  /// Ends the server now.
  package func stop() async throws {
    try await Self.run("server", ["stop", base])
  }

  private static var owner: String { String(ProcessInfo.processInfo.processIdentifier) }

  private static func newFolder() -> String {
    let name = "kino-server-\(UInt64.random(in: 0 ... .max))"
    return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
  }

  private static func script(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(name)
  }

  private static func run(_ name: String, _ arguments: [String]) async throws {
    let log = newFolder() + ".log"
    defer { try? FileManager.default.removeItem(atPath: log) }
    let program = try Program([script(name).path] + arguments, errors: log)
    guard await program.end() != 0 else { return }
    let text = try String(contentsOfFile: log, encoding: .utf8)
    throw TestServerFailure("\(name) \(arguments.joined(separator: " ")): \(text)")
  }
}

/// Why a server is not there.
package struct TestServerFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
