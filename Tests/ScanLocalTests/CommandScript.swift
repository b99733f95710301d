import Foundation
import KinoTestTools

/// A shell script around `scan-local`, and what it left.
struct CommandScript {
  let workspace = Workspace()

  /// Runs a script that finds the tool in `SCAN`, the folder to scan in `TREE`, a folder for the
  /// library in `DB`, and one for what it keeps in `OUT`.
  func run(_ script: String, _ more: [String: String] = [:]) throws {
    let variables = [
      "SCAN": try ScanLocal.executable,
      "TREE": try workspace.makeFolder("tree"),
      "DB": try workspace.makeFolder("library"),
      "OUT": try workspace.makeFolder("out"),
      "TERM": "xterm",
    ]
    try ShellScript.run(script, variables.merging(more) { $1 }, in: workspace)
  }

  /// The tree to scan.
  func tree() throws -> FolderTree { try FolderTree(at: workspace.file("tree")) }

  /// A file that the script wrote.
  func kept(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: workspace.file("out/\(name)")) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
