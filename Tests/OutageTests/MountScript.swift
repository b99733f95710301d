import KinoTestTools
import Testing

/// A test that is a shell script in a mount namespace, and what its scans left to look at.
struct MountScript {
  let workspace = Workspace()

  /// Functions for the scripts: `scan NAME OPTION...` keeps what `scan-local` printed and its exit.
  private static let prelude = """
    scan() {
      code=0 name=$1
      shift
      "$SCAN" "$TREE" --database "$DB" --json --quiet "$@" >"$OUT/$name.json" || code=$?
      echo "$code" >"$OUT/$name.exit"
    }

    """

  /// Runs a script that finds the tool in `SCAN`, and folders in `TREE`, `DB`, `SEED` and `OUT`.
  func run(_ script: String, _ more: [String: String] = [:]) throws {
    let variables = [
      "SCAN": try ScanLocal.executable,
      "TREE": try workspace.makeFolder("tree"),
      "DB": try workspace.makeFolder("library"),
      "SEED": try workspace.makeFolder("seed"),
      "OUT": try workspace.makeFolder("out"),
    ]
    try MountNamespace.run(Self.prelude + script, variables.merging(more) { $1 }, in: workspace)
  }

  /// The folder that `TREE` or `SEED` names.
  func tree(_ name: String) throws -> FolderTree { try FolderTree(at: workspace.file(name)) }

  /// What the scan of a name printed.
  func kept(_ name: String) throws -> FinishedScan {
    try FinishedScan(keptIn: workspace.file("out"), as: name)
  }

  /// What a library holds, all of its checks passed.
  func contents(_ folder: String) throws -> LibraryContents {
    try #require(try DatabaseCopy.inspect(workspace.file(folder), in: workspace)).contents
  }
}
