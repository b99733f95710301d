import KinoCommand
import KinoNaming
import Testing

@testable import kino

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Paths that kino parse reads")
struct NameRowsTests {
  @Test("a line that is no text is read byte for byte")
  func bytes() {
    let path = Array("Fern \u{FF}".utf8.dropLast(2)) + [0xE9] + Array("t\u{E9} (1999).mkv".utf8)
    #expect(NameRows.row(path).path == path)
  }

  @Test("ranges count the bytes of a path that is no text, which the row holds as they are")
  func ranges() {
    let path: [UInt8] = [0xE9, 0x74, 0xE9] + Array(" S01E02.mkv".utf8)
    let name = NameParser().parse(path)
    #expect(name.episodes?.evidence.range == 4..<10)
    let line = ParsedNameReport.json(NameRows.row(path), name).line
    #expect(line.contains(#""path_bytes": "e974e92053303145"#))
    #expect(line.contains(#""start": 4"#))
  }

  @Test(
    "an object gives its path, and its path_bytes before that",
    arguments: [
      (#"{"id":"7","path":"a b.mkv"}"#, Array("a b.mkv".utf8)),
      (#"{"path":"\u00e9?","path_bytes":"e93f"}"#, [0xE9, 0x3F]),
      (#"{"path":"x","path_bytes":"e9f"}"#, [0x78]),
      (#"{"other":1}"#, Array(#"{"other":1}"#.utf8)),
    ] as [(String, [UInt8])]
  )
  func object(_ line: String, _ path: [UInt8]) {
    #expect(NameRows.row(Array(line.utf8)).path == path)
  }

  @Test("lines longer than a read, and a last one without a line feed, come whole")
  func lines() {
    let long = [UInt8](repeating: 0x61, count: 200_000)
    let input = long + [0x0A, 0x0A, 0xFF, 0x0D, 0x0A, 0x62]
    guard let file = unsafe tmpfile() else {
      Issue.record("no temporary file")
      return
    }
    defer { unsafe fclose(file) }
    let written = unsafe fwrite(input, 1, input.count, file)
    #expect(written == input.count)
    unsafe rewind(file)
    var lines = InputLines(unsafe fileno(file))
    #expect(lines.next() == long)
    #expect(lines.next() == [])
    #expect(lines.next() == [0xFF])
    #expect(lines.next() == [0x62])
    #expect(lines.next() == nil)
  }
}
