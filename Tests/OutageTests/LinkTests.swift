import KinoCore
import KinoTestTools
import Kinothek
import Testing

@Suite("Links, pipes and sockets")
struct LinkTests {
  @Test("links in circles and out of the root are not followed, and the scan ends")
  func symbolicLinks() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    let outside = try FolderTree(at: library.workspace.file("outside"))
    try outside.write("secret.mkv", size: 20, content: 9, modified: 1_600_000_000)
    try tree.write("a/film.mkv", size: 10, content: 1, modified: 1_600_000_000)
    try tree.link("a/up", to: "..")
    try tree.link("a/self", to: "self")
    try tree.link("a/out", to: outside.path)
    try tree.link("root", to: "/")
    try tree.link("dangling.mkv", to: "nowhere")
    try await library.scanExpectingSuccess()
    let paths = try library.contents().present.keys
    #expect(paths.contains("a/film.mkv"))
    #expect(!paths.contains { $0.hasSuffix("secret.mkv") })
    #expect(paths.filter { $0.hasSuffix("film.mkv") }.count == 1)
    let again = try await library.scanExpectingSuccess()
    #expect(again.added + again.changed + again.missing == 0)
  }

  @Test("hard links are films of their own; one that goes does not take the other along")
  func hardLinks() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("a/film.mkv", size: 10, content: 1, modified: 1_600_000_000)
    try tree.makeDirectory("b")
    try tree.hardLink("b/same.mkv", to: "a/film.mkv")
    #expect(try await library.scanExpectingSuccess().added == 2)
    let before = try library.contents()
    let again = try await library.scanExpectingSuccess()
    #expect(again.moved + again.changed + again.missing == 0)
    expectUntouched(try library.contents(), since: before)
    try tree.remove("a/film.mkv")
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.missing == ["a/film.mkv"])
    #expect(now.uid("b/same.mkv") == before.uid("b/same.mkv"))
  }

  @Test("pipes and sockets with names of films are passed over")
  func pipes() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("film.mkv", size: 10, content: 1, modified: 1_600_000_000)
    try tree.makePipe("pipe.mkv")
    try tree.makeSocket("socket.mkv")
    #expect(try await library.scanExpectingSuccess().added == 1)
    #expect(Set(try library.contents().present.keys) == ["film.mkv"])
  }

  @Test("a film replaced by a pipe of its name is missing, and the scan does not hang")
  func replacedByPipe() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("film.mkv", size: 10, content: 1, modified: 1_600_000_000)
    try tree.write("other.mkv", size: 11, content: 2, modified: 1_600_000_000)
    try await library.scanExpectingSuccess()
    try tree.remove("film.mkv")
    try tree.makePipe("film.mkv")
    #expect(try await library.scanExpectingSuccess().missing == 1)
  }
}
