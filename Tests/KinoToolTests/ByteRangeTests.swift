import KinoCommand
import KinoCore
import Testing

@testable import kino

@Suite("Ranges of bytes")
struct ByteRangeTests {
  @Test(
    "a range is read as it is written",
    arguments: [
      ("0-0", ByteRange.through(0, 0)), ("5-", .from(5)), ("-5", .last(5)), ("7-9", .through(7, 9)),
    ]
  )
  func read(_ text: String, _ range: ByteRange) throws {
    #expect(try ByteRange(text) == range)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "-", "5", "5-4", "-0", "a-b", "1-2-3", "+1-2", " 1-2", "1-9223372036854775807",
      "9223372036854775808-", "0x1-2", "１-2",
    ]
  )
  func refused(_ text: String) {
    #expect(throws: UsageError.self) { try ByteRange(text) }
  }

  @Test(
    "a range ends with the file",
    arguments: [
      (ByteRange.everything, 0, 10), (.from(3), 3, 10), (.through(3, 5), 3, 6),
      (.through(3, 99), 3, 10), (.last(4), 6, 10), (.last(99), 0, 10),
    ]
  )
  func bounds(_ range: ByteRange, _ start: Int64, _ end: Int64) throws {
    let bounds = try range.bounds(in: 10)
    #expect(bounds.start == start)
    #expect(bounds.end == end)
  }

  @Test("all of an empty file is nothing")
  func empty() throws {
    let bounds = try ByteRange.everything.bounds(in: 0)
    #expect(bounds.start == 0)
    #expect(bounds.end == 0)
  }

  @Test(
    "a range behind the end is none",
    arguments: [ByteRange.from(10), .through(10, 12), .from(.max)]
  )
  func behind(_ range: ByteRange) {
    let error = #expect(throws: SourceError.self) { try range.bounds(in: 10) }
    #expect(error?.kind == .rangeNotSatisfiable)
  }

  @Test("of a file whose length nobody knows, only the end cannot be counted from")
  func unknownLength() throws {
    #expect(try ByteRange.through(3, 5).bounds(in: nil).end == 6)
    #expect(try ByteRange.from(3).bounds(in: nil).end == nil)
    let error = #expect(throws: SourceError.self) { try ByteRange.last(3).bounds(in: nil) }
    #expect(error?.kind == .unsupported)
  }
}
