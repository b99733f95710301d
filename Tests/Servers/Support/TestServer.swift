internal import Foundation
internal import Synchronization

/// A server for tests, in processes of its own, which end with this process.
package final class TestServer: Sendable {
  /// A server program that serves a folder by WebDAV.
  package enum Kind: String, CaseIterable, Sendable {
    case apache, lighttpd, nginx, rclone, wsgidav

    /// The servers to test with.
    package static var present: [Kind] { allCases.filter { $0.absence == nil } }

    /// Why the server is not to be had on this machine, as `scripts/test` says; `nil` when it is.
    package var absence: String? {
      let environment = ProcessInfo.processInfo.environment
      return environment["KINO_TESTS_WITHOUT_\(rawValue.uppercased())"]
    }
  }

  /// The folder of the server, in which it keeps its settings and certificates.
  package let base: String
  private let addresses: [String: String]

  /// Starts a server; returns when it answers.
  ///
  /// - Parameters:
  ///   - tree: The folder that it serves, which everyone must be able to enter.
  ///   - kind: Which program.
  ///   - isFresh: Whether what changes in the folder must be seen within 100 ms, which costs some speed.
  /// - Returns: The server.
  /// - Throws: ``TestServerFailure`` with what the program said, when it does not start.
  package static func serving(
    _ tree: String,
    by kind: Kind,
    isFresh: Bool = false
  ) async throws -> TestServer {
    try await serving(tree, by: kind.rawValue, isFresh ? ["--fresh"] : [])
  }

  /// Starts a server that serves a folder by NFS; see `Tests/Servers/kinds/ganesha.sh`.
  package static func nfs(_ tree: String) async throws -> TestServer {
    try await serving(tree, by: "ganesha")
  }

  /// Starts a server that serves a folder by SMB; see `Tests/Servers/kinds/samba.sh`.
  package static func smb(_ tree: String) async throws -> TestServer {
    try await serving(tree, by: "samba")
  }

  private static func serving(
    _ tree: String,
    by program: String,
    _ options: [String] = []
  ) async throws -> TestServer {
    let base = newFolder()
    try await run("server", ["start", program, base, tree, "--owner", owner] + options)
    return TestServer(base, try await addresses(in: base))
  }

  /// Starts the server that answers what `Tests/Servers/cases` says.
  package static func scripted() async throws -> TestServer { try await running("scripted.py") }

  /// Starts the NFS server that misbehaves as `Tests/Servers/hostile-nfs.py` says.
  package static func hostileNFS() async throws -> TestServer {
    try await running("hostile-nfs.py")
  }

  private static func running(_ program: String) async throws -> TestServer {
    let base = newFolder()
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    _ = try Program([script(program).path, base, "--owner", owner], errors: base + "/output")
    return TestServer(base, try await addresses(in: base))
  }

  private init(_ base: String, _ addresses: [String: String]) {
    self.base = base
    self.addresses = addresses
  }

  /// What a server tells of where it is; its file comes in one piece when it listens.
  static func addresses(in base: String) async throws -> [String: String] {
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: base + "/addresses") {
      try await Task.sleep(for: .milliseconds(50))
    }
    guard let text = try? String(contentsOfFile: base + "/addresses", encoding: .utf8) else {
      throw TestServerFailure("no server started in \(base)")
    }
    return Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").map { line in
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

  /// Sends a signal to the server's process; with `kill` nothing of it is left.
  package func signal(_ signal: Int32) throws {
    let text = try String(contentsOfFile: base + "/pid", encoding: .utf8)
    guard let process = pid_t(text.filter(\.isNumber)) else { return }
    // It leads a group of its own.
    kill(-process, signal)
  }

  /// Sends a signal to all of the server's processes, whatever groups they made for themselves.
  package func signalAll(_ signal: Int32) throws {
    let text = try String(contentsOfFile: base + "/pid", encoding: .utf8)
    var signalled: Set<pid_t> = []
    // One that is looked for may have had a child that the look missed.
    while true {
      let found = try Self.family(of: [pid_t(text.filter(\.isNumber))].compactMap(\.self))
      let others = found.filter { !signalled.contains($0) }
      guard !others.isEmpty else { return }
      for process in others { kill(process, signal) }
      signalled.formUnion(others)
    }
  }

  /// Processes and all that descend from them, each after its parent.
  private static func family(of processes: [pid_t]) throws -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let process = pid_t(name),
        let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        // Behind the name, which may have anything in it: the state and the parent.
        let fields = status.split(separator: ") ").last?.split(separator: " "), fields.count > 1,
        let parent = pid_t(fields[1])
      else { continue }
      children[parent, default: []].append(process)
    }
    var found = processes
    var next = 0
    while next < found.count {
      found += children[found[next]] ?? []
      next += 1
    }
    return found
  }

  /// Ends the server now.
  package func stop() async throws {
    try await Self.run("server", ["stop", base])
  }

  /// Ends the server and starts it on the same ports.
  package func restart() async throws {
    try await Self.run("server", ["restart", base])
  }

  /// Keeps the server from doing anything, with its connections open, or lets it go on.
  package func freeze(_ isFrozen: Bool) throws {
    let text = try String(contentsOfFile: base + "/pid", encoding: .utf8)
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return }
    kill(process, isFrozen ? SIGSTOP : SIGCONT)
    guard isFrozen else { return }
    for _ in 0..<1000 {
      let state = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if state.contains(") T ") { return }
      usleep(1000)
    }
  }

  static var owner: String { String(ProcessInfo.processInfo.processIdentifier) }

  static func newFolder() -> String {
    let name = "kino-server-\(UInt64.random(in: 0 ... .max))"
    return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
  }

  static func script(_ name: String) -> URL {
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
