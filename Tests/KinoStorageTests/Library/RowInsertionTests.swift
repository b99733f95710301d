import KinoSQL
import Testing

@testable import KinoStorage

@Suite("Rows that are inserted many at a time")
struct RowInsertionTests {
  @Test("each element gets its row, in their order", arguments: [0, 1, 7, 8, 9, 63, 64, 65, 150])
  func order(_ count: Int) async throws {
    let fixture = try await LibraryFixture()
    let names = (0..<count).map { "genre \($0)" }
    let written = try await fixture.library.write(.metadata) { connection in
      let insertion = RowInsertion(
        "INSERT INTO genre (uid, genre_key, created_at_ms)",
        row: "(randomblob(16), ?, 0)"
      )
      try insertion.run(names, in: connection) { $0.bind($1 + 1, $2) }
      return try connection.all("SELECT genre_key FROM genre ORDER BY id") { $0.text(0) }
    }
    #expect(written == names)
  }
}
