import KinoCore
import Testing

@Suite("Source path")
struct SourcePathTests {
  @Test("an unsafe component is refused", arguments: ["", ".", "..", "a/b", "/", "a\0b"])
  func unsafeComponent(_ name: String) {
    #expect(PathComponent(name) == nil)
  }

  @Test(
    "a name that only looks unsafe is kept as it is",
    arguments: ["...", ".a", "-rf", "~", "a\nb", "%2F", "..b", " "]
  )
  func oddComponent(_ name: String) throws {
    #expect(try #require(PathComponent(name)).bytes == Array(name.utf8))
  }

  @Test("bytes that are not UTF-8 stay as they are")
  func rawBytes() throws {
    let name = try #require(PathComponent(bytes: [0xFF, 0x41, 0x80]))
    #expect(SourcePath.root.appending(name).bytes == [0xFF, 0x41, 0x80])
  }

  @Test(
    "a path that leaves or repeats a directory is refused",
    arguments: ["..", "a/..", "../a", "a//b", "/a", "a/", "a/./b", "a/\0"]
  )
  func unsafePath(_ path: String) {
    #expect(SourcePath(path) == nil)
  }

  @Test("a path is taken apart and put together again")
  func parts() throws {
    let path = try #require(SourcePath("a/b c/d"))
    #expect(path.components.map(\.displayText) == ["a", "b c", "d"])
    #expect(SourcePath(components: path.components) == path)
    #expect(path.depth == 3)
    #expect(path.parent == SourcePath("a/b c"))
    #expect(path.lastComponent == PathComponent("d"))
    #expect(SourcePath("a")?.parent == .root)
    #expect(path.parent?.appending(try #require(path.lastComponent)) == path)
  }

  @Test("the root has neither parent nor name")
  func root() {
    #expect(SourcePath.root.parent == nil)
    #expect(SourcePath.root.lastComponent == nil)
    #expect(SourcePath.root.components.isEmpty)
    #expect(SourcePath.root.depth == 0)
    #expect(SourcePath("") == .root)
  }

  @Test("a path contains what is below it and not what only begins alike")
  func containment() throws {
    let films = try #require(SourcePath("films"))
    let inside = try #require(SourcePath("films/a"))
    let beside = try #require(SourcePath("films2/a"))
    #expect(films.contains(inside) && films.isAncestor(of: inside))
    #expect(films.contains(films) && !films.isAncestor(of: films))
    #expect(!films.contains(beside) && !inside.contains(films))
    #expect(SourcePath.root.contains(beside) && !SourcePath.root.isAncestor(of: .root))
  }

  @Test("display text can not forge a line or turn text around")
  func displayText() throws {
    let path = try #require(SourcePath(bytes: Array("a\u{1B}[2J\n\u{202E}é".utf8) + [0xFF]))
    #expect(path.displayText == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}é\u{FFFD}")
  }

  @Test("display text shows what has no width, and keeps what joins letters")
  func invisible() throws {
    let path = try #require(SourcePath("a\u{200B}b\u{FEFF}c\u{2060}d 👨\u{200D}👩 نمی\u{200C}خواهم"))
    let shown = "a\u{FFFD}b\u{FFFD}c\u{FFFD}d 👨\u{200D}👩 نمی\u{200C}خواهم"
    #expect(path.displayText == shown)
  }

  @Test("order is by bytes")
  func order() throws {
    let names = ["Z", "a", "é", "a/b"].compactMap(SourcePath.init)
    #expect(names.sorted().map(\.displayText) == ["Z", "a", "a/b", "é"])
  }
}
