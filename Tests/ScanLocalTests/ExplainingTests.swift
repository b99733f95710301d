import KinoTestTools
import Testing

@Suite("Explaining paths that are not plain files")
struct ExplainingTests {
  /// Scans a tree and explains a path, which the shell reads.
  private func explanation(
    of path: String,
    _ prepare: (FolderTree) throws -> Void
  ) async throws -> String {
    let script = CommandScript()
    try prepare(try script.tree())
    try await onThread {
      try script.run(
        """
        "$SCAN" "$TREE" --database "$DB" --quiet >/dev/null
        "$SCAN" "$TREE" --database "$DB" --explain \(path) >"$OUT/text" 2>&1
        "$SCAN" "$TREE" --database "$DB" --explain=\(path) --json >"$OUT/json"
        """
      )
    }
    return script.kept("text") + script.kept("json")
  }

  @Test("a name that is no UTF-8 is explained")
  func bytes() async throws {
    let text = try await explanation(of: #""$(printf 'caf\351.mkv')""#) { tree in
      let name = Array("caf".utf8) + [0xE9] + Array(".mkv".utf8)
      try tree.write(name, size: 9, content: 1, modified: 1)
    }
    #expect(text.contains("present, 9 bytes"), "\(text)")
    #expect(text.contains(#""decision": "taken""#), "\(text)")
  }

  @Test(
    "links and special files are said to be never taken",
    arguments: ["link", "pipe", "socket"]
  )
  func special(_ kind: String) async throws {
    let text = try await explanation(of: "\(kind).mkv") { tree in
      try tree.write("film.mkv", size: 9, content: 1, modified: 1)
      try tree.link("link.mkv", to: "film.mkv")
      try tree.makePipe("pipe.mkv")
      try tree.makeSocket("socket.mkv")
    }
    #expect(text.contains("links and special files are never taken"), "\(text)")
    #expect(text.contains(#""decision": "ignored""#), "\(text)")
  }

  @Test("what is not there would be taken if it were a file")
  func nothing() async throws {
    let text = try await explanation(of: "gone.mkv") { _ in }
    #expect(text.contains("is taken as video, if it is a file"), "\(text)")
  }
}
