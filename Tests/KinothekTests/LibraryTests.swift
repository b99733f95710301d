import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("Media library")
struct LibraryTests {
  @Test("a moment reads as a date", arguments: [
    (0, "1970-01-01 00:00:00Z"), (951_782_400_000, "2000-02-29 00:00:00Z"),
    (-1, "1969-12-31 23:59:59Z"), (1_796_022_607_123, "2026-11-30 07:10:07Z"),
  ])
  func timestampText(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).text == text)
  }
}
