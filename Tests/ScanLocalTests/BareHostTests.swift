import KinoTestTools
import Testing

@Suite(
  "scan-local on a system without /proc",
  .enabled(
    if: Tier.canMount && MountNamespace.canHideAll,
    "not root, or mounts cannot be kept from others"
  )
)
struct BareHostTests {
  @Test("it scans the folder that it was told to scan, and not the current one")
  func arguments() async throws {
    let script = CommandScript()
    try script.tree().addFilms(1..<4)
    let variables = [
      "SCAN": try ScanLocal.executable,
      "TREE": script.workspace.file("tree"),
      "OUT": try script.workspace.makeFolder("out"),
    ]
    try await onThread {
      try MountNamespace.run(
        """
        mkdir "$OUT/here"; cd "$OUT/here"; touch A.mkv B.mkv; export XDG_DATA_HOME="$OUT/data"
        mount -t tmpfs tmpfs /proc
        "$SCAN" "$TREE" --database ../library --json --scan-only >../report.json
        ls -d "$OUT"/* >../kept
        """,
        variables,
        in: script.workspace
      )
    }
    #expect(script.kept("report.json").contains(#""videos": 3,"#), "\(script.kept("report.json"))")
    #expect(script.kept("kept").contains("library"))
    #expect(!script.kept("kept").contains("data"))
  }
}
