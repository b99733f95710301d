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
        # Dispatch itself counts its threads in /proc, and now and then traps when it cannot: 132.
        for attempt in 1 2 3 4 5 6; do
          code=0
          "$SCAN" "$TREE" --database ../library --json --scan-only >../report.json || code=$?
          [ "$code" = 132 ] || break
        done
        [ "$code" = 0 ]
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
