import KinoCore
import KinoTestTools
import Kinothek
import Testing

/// Names as file systems have them, on a real one.
@Suite("Names")
struct NameTests {
  private static let names: [(String, [UInt8])] = [
    ("255 bytes", Array(repeating: 0x61, count: 251) + Array(".mkv".utf8)),
    ("no UTF-8", [0x66, 0xFF, 0xFE] + Array(".mkv".utf8)),
    ("a newline", Array("a\nb.mkv".utf8)),
    ("a tab and a quote", Array("a\t\"b'.mkv".utf8)),
    ("a backslash", Array("a\\b.mkv".utf8)),
    ("composed", Array("Am\u{E9}lie.mkv".utf8)),
    ("decomposed", Array("Ame\u{301}lie.mkv".utf8)),
    ("lower case", Array("twin.mkv".utf8)),
    ("upper case", Array("TWIN.mkv".utf8)),
    ("a trailing space", Array("film.mkv ".utf8).dropLast() + []),
    ("an overlong sequence", [0xC0, 0xAF] + Array(".mkv".utf8)),
    ("a surrogate", [0xED, 0xA0, 0x80] + Array(".mkv".utf8)),
    ("right to left", Array("\u{202E}gnp.mkv".utf8)),
  ]

  @Test("every name is published as its bytes, twins apart, and the next scan finds no change")
  func bytes() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    for (index, (_, name)) in Self.names.enumerated() {
      let modified = 1_600_000_000 + index
      try tree.write(name, size: 100 + index, content: UInt64(index), modified: modified)
    }
    #expect(try await library.scanExpectingSuccess().added == Self.names.count)
    let expected = Set(Self.names.map { LibraryContents.join("", $0.1) })
    #expect(Set(try library.contents().present.keys) == expected)

    let before = try library.contents()
    let again = try await library.scanExpectingSuccess()
    #expect(again.added + again.changed + again.moved + again.missing == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a directory whose name is no UTF-8 is scanned like any other")
  func directory() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.makeDirectory("plain")
    try tree.write("plain/film.mkv", size: 10, content: 1, modified: 1_600_000_000)
    #expect(try await library.scanExpectingSuccess().added == 1)
    let uid = try library.contents().uid("plain/film.mkv")
    try tree.moveRaw("plain", to: [0xE4, 0x0A, 0xFF])
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    let path = LibraryContents.join(
      LibraryContents.join("", [0xE4, 0x0A, 0xFF]),
      Array("film.mkv".utf8)
    )
    #expect(try library.contents().uid(path) == uid)
  }

  @Test("of two twins that differ in case, the one that goes is missing, and the other stays")
  func twinGoes() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("Twin.mkv", size: 10, content: 1, modified: 1_600_000_000)
    try tree.write("twin.mkv", size: 11, content: 2, modified: 1_600_000_001)
    try await library.scanExpectingSuccess()
    let uid = try library.contents().uid("twin.mkv")
    try tree.remove("Twin.mkv")
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.missing == ["Twin.mkv"])
    #expect(now.uid("twin.mkv") == uid)
  }
}
