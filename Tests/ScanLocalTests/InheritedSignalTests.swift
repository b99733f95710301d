import KinoTestTools
import Testing

@Suite("scan-local under nohup")
struct InheritedSignalTests {
  @Test("it goes on when its terminal is closed")
  func hangUp() async throws {
    let script = CommandScript()
    try script.tree().addFilms(1..<200)
    let variables = [
      "SCAN": try ScanLocal.executable,
      "TREE": script.workspace.file("tree"),
      "OUT": try script.workspace.makeFolder("out"),
    ]
    try await onThread {
      try ShellScript.run(
        """
        trap '' HUP
        "$SCAN" "$TREE" --database "$OUT/library" --json --scan-only >"$OUT/report.json" &
        scan=$!
        for moment in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          # It may have ended meanwhile.
          kill -HUP $scan || break
          sleep 0.01
        done
        wait $scan
        """,
        variables,
        in: script.workspace
      )
    }
    #expect(script.kept("report.json").contains(#""state": "completed""#))
  }
}
