import KinoTestTools
import Testing

@testable import kino

@Suite("kino ls")
struct ListToolTests {
  private let script = ToolScript()

  @Test("a folder is listed as a table, by its path or its URL", arguments: ["", "file://"])
  func table(_ prefix: String) async throws {
    let tree = try script.tree()
    try tree.write("a b/c.mkv", size: 1_536, content: 1, modified: 1_000_000_000)
    try tree.link("link", to: "a b")
    let end = try await script.end(of: "$KINO ls \(prefix)$TREE --recursive")
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.hasPrefix("kind "))
    #expect(end.output.contains("  a b/\n"))
    #expect(end.output.contains("file        1.5 KiB  2001-09-09 01:46:40Z  a b/c.mkv\n"))
    #expect(end.output.contains("link              -"))
    let flat = try await script.end(of: "$KINO ls \(prefix)$TREE")
    #expect(!flat.output.contains("c.mkv"))
  }

  @Test("each line of JSON is an object, and the last one says that it is the last")
  func json() async throws {
    let tree = try script.tree()
    try tree.write("a/\u{1B}.mkv", size: 9, content: 1, modified: 1)
    try tree.write([0xFF], size: 8, content: 1, modified: 1)
    let end = try await script.end(
      of: "$KINO ls $TREE -r --json | sqlite3 :memory: '.mode tabs' '.import /dev/stdin x' 2>&1; "
        + "$KINO ls $TREE -r --json | while read -r l; do "
        + "sqlite3 :memory: \"SELECT json_valid('$l')\"; done"
    )
    #expect(end.output.split(separator: "\n").suffix(4) == ["1", "1", "1", "1"], "\(end)")
    let lines = try await script.end(of: "$KINO ls $TREE -r --json")
    #expect(lines.output.contains(#""path_bytes": "ff""#))
    #expect(lines.output.contains(#""path": "a/\u001b.mkv""#))
    #expect(lines.output.hasSuffix(#""failures": 0, "error": null}"# + "\n"))
  }

  @Test("what is there is told while the rest is listed")
  func streaming() async throws {
    let tree = try script.tree()
    for folder in 0..<300 {
      for file in 0..<20 {
        try tree.write("\(folder)/\(file)", size: 8, content: 1, modified: 1)
      }
    }
    let end = try await script.end(of: "$KINO ls $TREE -r --json | head -n 1")
    #expect(end.output.split(separator: "\n").count == 1)
    #expect(end.complaint.isEmpty)
  }

  @Test("what is no folder exits with 3", arguments: ["nothing", "file", "broken"])
  func noFolder(_ name: String) async throws {
    let tree = try script.tree()
    try tree.write("file", size: 8, content: 1, modified: 1)
    try tree.link("broken", to: "nowhere")
    let end = try await script.end(of: "$KINO ls $TREE/\(name)")
    #expect(end.exit == "3", "\(end)")
    #expect(end.complaint.contains("not there, or is no folder"), "\(end.complaint)")
    let json = try await script.end(of: "$KINO ls $TREE/\(name) --json")
    #expect(json.output.contains(#""end": "failed""#))
    #expect(json.output.contains(#""kind": "sourceMissing""#))
  }

  @Test(
    "a folder that may not be read is told, the rest is listed, and the exit is 1",
    .enabled(if: Tier.canMount, "only root can become another user")
  )
  func partial() async throws {
    let tree = try script.tree()
    try tree.write("closed/a", size: 8, content: 1, modified: 1)
    try tree.write("open/b", size: 8, content: 1, modified: 1)
    let prepare = """
      chmod 755 "$OUT/.." "$TREE"; cp "$KINO" "$OUT/kino"; chmod 755 "$OUT" "$OUT/kino"
      chmod 700 "$TREE/closed"
      """
    try await script.run(prepare)
    let user = "setpriv --reuid=65534 --regid=65534 --clear-groups $OUT/kino"
    let end = try await script.end(of: "\(user) ls $TREE -r")
    #expect(end.exit == "1", "\(end)")
    #expect(end.output.contains("open/b"))
    #expect(end.complaint.contains("closed was not listed: it may not be read"))
    let json = try await script.end(of: "\(user) ls $TREE -r --json")
    #expect(json.exit == "1")
    #expect(json.output.contains(#"{"path": "closed", "error": {"kind": "permissionDenied""#))
    #expect(json.output.contains(#""end": "incomplete""#))
  }

  @Test("what cannot be printed is a failure")
  func lostOutput() async throws {
    try script.tree().write("a", size: 8, content: 1, modified: 1)
    let full = try await script.end(of: "$KINO ls $TREE >/dev/full")
    #expect(full.exit == "1")
    #expect(full.complaint.contains("cannot write: No space left"), "\(full.complaint)")
    let closed = try await script.end(of: "$KINO ls $TREE >&-")
    #expect(closed.exit == "1")
  }
}
