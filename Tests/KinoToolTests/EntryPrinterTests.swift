import KinoCommand
import KinoCore
import KinoTestSupport
import Testing

@testable import kino

@Suite("Lines of a listing")
struct EntryPrinterTests {
  private func line(_ entry: SourceEntry, printsJSON: Bool) -> String {
    var printer = EntryPrinter(printsJSON: printsJSON)
    return printer.lines(for: DirectoryPage(entries: [entry], end: .complete), of: .path("a"))
  }

  @Test("what is not known is a dash, or null")
  func unknown() {
    let entry = SourceEntry(name: .name("b"), kind: .unknown)
    #expect(line(entry, printsJSON: false) == "unknown           -  -                     a/b\n")
    #expect(
      line(entry, printsJSON: true)
        == #"{"path": "a/b", "kind": "unknown", "size": null, "modified_ms": null}"# + "\n"
    )
  }

  @Test("the columns stand below their titles, whatever the size and the date")
  func columns() {
    let entry = SourceEntry(
      name: .name("b"),
      kind: .file,
      size: 1_023 << 40,
      modifiedAt: Timestamp.latest
    )
    let text = line(entry, printsJSON: false)
    #expect(text == "file    1,023.0 TiB  9999-12-31 23:59:59Z  a/b\n")
    let title = EntryPrinter(printsJSON: false).heading
    #expect(title.hasSuffix("  name\n"))
    #expect(title.count - "name\n".count == text.count - "a/b\n".count)
  }

  @Test("no name forges a line or moves the cursor", arguments: [0x0A, 0x1B, 0x7F, 0x80, 0xFF])
  func control(_ byte: UInt8) throws {
    let name = try #require(PathComponent(bytes: [0x62, byte, 0x63]))
    let text = line(SourceEntry(name: name, kind: .file), printsJSON: false)
    #expect(text.hasSuffix("a/b\u{FFFD}c\n"))
    let json = line(SourceEntry(name: name, kind: .file), printsJSON: true)
    #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    #expect(json.contains("path_bytes") == (byte >= 0x80))
  }

  @Test("the last line of JSON tells how it ended")
  func end() {
    var printer = EntryPrinter(printsJSON: true)
    #expect(printer.end(nil).contains(#""end": "complete""#))
    _ = printer.line(for: [.entryUnreadable], at: .root)
    #expect(printer.end(nil).contains(#""end": "incomplete", "entries": 0"#))
    let failed = printer.end(SourceError(.timedOut))
    #expect(failed.contains(#""end": "failed""#))
    #expect(failed.contains(#""kind": "timedOut""#))
    #expect(printer.end(SourceError(.cancelled)).contains(#""end": "cancelled""#))
  }
}
