import Foundation
import KinoTestServers
import KinoTestTools
import Synchronization
import Testing

/// Runs `kino` with a secret, and looks for it in all that is left of it and in the list of processes.
final class SecretFiles: Sendable {
  private let workspace: Workspace
  private let secret: String
  private let user: String?
  private let credential: String
  private let number = Mutex(0)
  private let sightings = Mutex<[String]>([])
  private let looked = Mutex(0)

  /// Prepares a folder, or shares that of others.
  ///
  /// - Parameters:
  ///   - secret: What is looked for; by default one that nobody else has.
  ///   - user: Who logs in; `nil` for nobody, so that the secret is a token.
  ///   - others: Whose folder to share.
  init(secret: String? = nil, user: String? = "alice", in others: SecretFiles? = nil) {
    let letters = "abcdefghkmnpqrstuvwxyz23456789"
    self.secret = secret ?? String((0..<24).compactMap { _ in letters.randomElement() })
    self.user = user
    workspace = others?.workspace ?? Workspace()
    credential = workspace.file("credential-\(UInt64.random(in: 0 ... .max))")
    let isMade = FileManager.default.createFile(
      atPath: credential,
      contents: Data(self.secret.utf8),
      attributes: [.posixPermissions: 0o600]
    )
    precondition(isMade, "no file for the secret")
  }

  /// How often the list of processes was looked at while `kino` was in it.
  var looks: Int { looked.withLock { $0 } }

  /// Starts a server of a few files.
  func serve() async throws -> TestServer {
    _ = unsafe chmod(workspace.path, 0o755)
    let tree = try FolderTree(at: workspace.file("tree"))
    for folder in 0..<6 {
      try tree.write("\(folder)/0.mkv", size: 9, content: 1, modified: 1_600_000_000)
    }
    return try await TestServer.serving(tree.path, by: .lighttpd)
  }

  /// Runs a command that opens a place.
  ///
  /// - Returns: All that it printed.
  @discardableResult
  func run(
    _ command: String,
    _ place: String,
    _ options: String...,
    library name: String = "library",
    interruptedAfter delay: Duration? = nil
  ) async throws -> String {
    let login = user.map { ["--user", $0] } ?? []
    let library = command == "scan" ? ["--database", workspace.file(name)] : []
    return try await start(
      [command, place, "--credential-file", credential] + login + library + options,
      delay
    )
  }

  /// Runs a command about the library.
  @discardableResult
  func ask(_ command: String, _ options: String...) async throws -> String {
    try await start([command, "--database", workspace.file("library")] + options, nil)
  }

  /// Expects the secret in the file that it was read from, and nowhere else.
  func expectClean(_ location: SourceLocation = #_sourceLocation) throws {
    let seen = sightings.withLock { $0 }
    #expect(seen == [], sourceLocation: location)
    let all = FileManager.default.enumerator(atPath: workspace.path)?.allObjects ?? []
    let holders = all.compactMap { $0 as? String }.filter { name in
      FileManager.default.contents(atPath: workspace.file(name)).map(holdsSecret) ?? false
    }
    #expect(holders.map(workspace.file) == [credential], sourceLocation: location)
    #expect(all.contains { ($0 as? String) == "library/library.sqlite" }, sourceLocation: location)
  }

  /// In whatever form that is usual: as it is, as Basic has it (RFC 7617), or as digits.
  private func holdsSecret(_ data: Data) -> Bool {
    let bytes = Data(secret.utf8)
    let aligned = bytes.prefix(bytes.count / 3 * 3)
    let login = Data("\(user ?? ""):".utf8) + bytes
    let forms = [
      bytes, Data(aligned.base64EncodedString().utf8),
      Data(login.prefix(login.count / 3 * 3).base64EncodedString().utf8),
      Data(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8),
    ]
    return forms.contains { data.range(of: $0) != nil }
  }

  private func start(_ arguments: [String], _ delay: Duration?) async throws -> String {
    let name = number.withLock { number in
      number += 1
      return workspace.file("output-\(number)-\(UInt64.random(in: 0 ... .max))")
    }
    let command = [try BuiltTool.path(of: "kino")] + arguments
    return try await onThread { [self] in
      let child = try ChildProcess(
        command,
        output: name,
        errors: name + ".errors",
        environment: ["HOME": workspace.path, "XDG_DATA_HOME": workspace.file("data")]
      )
      watch(child, delay)
      return [name, name + ".errors"].map { file in
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
      }.joined()
    }
  }

  /// Looks at all processes again and again until one has ended, and waits for that.
  private func watch(_ child: ChildProcess, _ delay: Duration?) {
    var interruption = delay.map { ContinuousClock.now + $0 }
    while isRunning(child) {
      look(for: child)
      if let moment = interruption, moment <= .now {
        child.send(SIGINT)
        interruption = nil
      }
      usleep(3000)
    }
    _ = child.wait()
  }

  private func isRunning(_ child: ChildProcess) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(child.processID)/stat") else {
      return false
    }
    return !String(decoding: status, as: UTF8.self).contains(") Z ")
  }

  private func look(for child: ChildProcess) {
    for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = pid_t(process) else { continue }
      // Others serve with a password that they have in common, and are told it.
      guard number == child.processID || secret != TestServer.password else { continue }
      for file in ["cmdline", "environ"] {
        let text = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data()
        if holdsSecret(text) { sightings.withLock { $0.append("\(file) of \(process)") } }
      }
    }
    looked.withLock { $0 += 1 }
  }
}
