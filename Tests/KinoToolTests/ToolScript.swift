import Foundation
import KinoTestTools

/// A shell script around `kino`, and what it left.
struct ToolScript {
  /// How a command ended, and what it wrote.
  struct End {
    let exit: String
    let output: String
    let complaint: String
  }

  let workspace = Workspace()

  /// The folder that commands look at.
  func tree() throws -> FolderTree { try FolderTree(at: workspace.file("tree")) }

  /// Runs a script that finds the tool in `KINO`, `scan-local` in `SCAN`, a folder in `TREE`, one for a library in `DB` and
  /// one for what it keeps in `OUT`.
  func run(_ script: String) async throws {
    let variables = [
      "KINO": try BuiltTool.path(of: "kino"),
      "SCAN": try ScanLocal.executable,
      "TREE": try workspace.makeFolder("tree"),
      "DB": try workspace.makeFolder("library"),
      "OUT": try workspace.makeFolder("out"),
      "TERM": "xterm",
    ]
    try await onThread { [workspace] in try ShellScript.run(script, variables, in: workspace) }
  }

  /// Runs a command, whatever its exit.
  func end(of command: String) async throws -> End {
    try await run(
      """
      cd "$OUT"
      code=0
      { \(command); } >output 2>complaint || code=$?
      echo "$code" >exit
      """
    )
    return End(
      exit: kept("exit").filter(\.isNumber),
      output: kept("output"),
      complaint: kept("complaint")
    )
  }

  /// A file that the script wrote.
  func kept(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: workspace.file("out/\(name)")) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
