import KinoTestTools
import Testing

@Suite("What scan-local says when it does not complete")
struct EndingTests {
  private let script = CommandScript()

  /// The member of a JSON report that a script kept.
  private func revision(_ name: String) throws -> Int {
    let line = script.kept(name).split(separator: "\n").first { $0.contains("library_revision") }
    return try #require(line.flatMap { Int($0.filter(\.isNumber)) }, "\(script.kept(name))")
  }

  @Test("the library's revision is told when the source is gone and when the scan is cancelled")
  func revision() async throws {
    try script.tree().addFilms(1..<300)
    let script = script
    try await onThread {
      try script.run(
        """
        "$SCAN" "$TREE" --database "$DB" --scan-only --json >"$OUT/first"
        mv "$TREE" "$TREE.away"
        "$SCAN" "$TREE" --database "$DB" --json >"$OUT/gone" || true
        "$SCAN" "$TREE.none" --database "$DB" --json >"$OUT/unknown" || true
        """
      )
    }
    #expect(try revision("first") > 0)
    #expect(try revision("gone") >= revision("first"))
    #expect(try revision("unknown") >= revision("gone"))
  }

  @Test("a folder that was deleted under the command is named as such")
  func deletedFolder() async throws {
    let script = script
    try await onThread {
      try script.run(
        """
        mkdir "$OUT/gone"; cd "$OUT/gone"; rmdir "$OUT/gone"
        code=0; "$SCAN" --database "$DB" 2>"$OUT/complaint" || code=$?
        echo "$code" >"$OUT/exit"
        """
      )
    }
    #expect(script.kept("exit") == "3\n")
    #expect(script.kept("complaint").contains("The current folder is gone."))
  }
}
