internal import Foundation

/// Scripts for the shell, with what they need in the environment.
package enum ShellScript {
  /// Runs a script, which stops at the first command that fails.
  ///
  /// - Parameters:
  ///   - script: A POSIX shell script.
  ///   - variables: What the script finds in its environment.
  ///   - launcher: A command that runs the one behind it, and its arguments.
  ///   - workspace: Where its complaints are kept.
  /// - Throws: ``Violation`` with what the script complained of, unless it exits with 0.
  package static func run(
    _ script: String,
    _ variables: [String: String],
    under launcher: [String] = [],
    in workspace: Workspace
  ) throws {
    let log = workspace.file("script.log")
    let child = try ChildProcess(
      launcher + ["/bin/sh", "-eu", "-c", script],
      output: workspace.file("script.out"),
      errors: log,
      environment: variables
    )
    let exit = child.wait()
    let complaints = FileManager.default.contents(atPath: log) ?? Data()
    try require(
      exit == .code(0),
      "the script ended with \(exit): \(String(decoding: complaints, as: UTF8.self))"
    )
  }
}

/// Shell scripts that mount and unmount, in a namespace of their own that ends with them.
package enum MountNamespace {
  /// Runs a script; what it mounts below the workspace is seen by nobody else.
  ///
  /// - Parameters:
  ///   - script: A POSIX shell script.
  ///   - variables: What the script finds in its environment.
  ///   - workspace: Where its complaints are kept.
  /// - Throws: ``Violation`` with what the script complained of, unless it exits with 0.
  package static func run(
    _ script: String,
    _ variables: [String: String],
    in workspace: Workspace
  ) throws {
    guard canHideAll else { return try runBelow(workspace, script, variables) }
    try ShellScript.run(script, variables, under: unshare("private"), in: workspace)
  }

  /// Whether all mounts can be made private, which they cannot be from within a chroot.
  package static let canHideAll: Bool = {
    let attempt = try? ChildProcess(unshare("private") + ["/bin/true"])
    return attempt?.wait() == .code(0)
  }()

  /// Runs a script where only what is mounted below the workspace is hidden.
  private static func runBelow(
    _ workspace: Workspace,
    _ script: String,
    _ variables: [String: String]
  ) throws {
    // Where mounts are shared this one is seen outside, too.
    defer { _ = try? ChildProcess(["/bin/umount", "--lazy", workspace.path]).wait() }
    let hidden = """
      mount --bind "$WORKSPACE" "$WORKSPACE"
      mount --make-private "$WORKSPACE"

      """
    let more = variables.merging(["WORKSPACE": workspace.path]) { $1 }
    try ShellScript.run(hidden + script, more, under: unshare("unchanged"), in: workspace)
  }

  private static func unshare(_ propagation: String) -> [String] {
    ["/usr/bin/unshare", "--mount", "--propagation", propagation]
  }
}

extension FinishedScan {
  /// Reads what a script kept of a `scan-local`: its object in `NAME.json`, its exit in `NAME.exit`.
  package init(keptIn folder: String, as name: String) throws {
    let text = FileManager.default.contents(atPath: "\(folder)/\(name).json") ?? Data()
    let code = FileManager.default.contents(atPath: "\(folder)/\(name).exit") ?? Data()
    let digits = String(decoding: code, as: UTF8.self).filter(\.isNumber)
    guard let exit = Int32(digits) else { throw Violation("no exit of \(name) in \(folder)") }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self.init(
      exit: .code(exit),
      wall: .zero,
      report: try? decoder.decode(ScanOutput.self, from: text),
      text: String(decoding: text, as: UTF8.self)
    )
  }
}
