import KinoContracts
import KinoSQL
import Testing

@Suite("Migrations of the library")
struct MigrationTests {
  @Test("every sample reaches the newest version whole (MG-1)", arguments: MigrationSample.all)
  func reachesNewest(_ sample: MigrationSample) throws {
    let connection = try database(holding: sample)
    let before = try counts(connection)
    try connection.upgrade(from: sample.version, to: DatabaseContract.library.current)
    #expect(try counts(connection) == before)
    #expect(try connection.column("PRAGMA foreign_key_check").isEmpty)
    #expect(try connection.column("PRAGMA integrity_check") == ["ok"])
    #expect(try connection.int64("PRAGMA user_version") == 12)
  }

  @Test("a migrated database has the schema of a new one", arguments: MigrationSample.ofEachVersion)
  func sameSchema(_ sample: MigrationSample) throws {
    let migrated = try database(holding: sample)
    try migrated.upgrade(from: sample.version, to: 12)
    let query = "SELECT sql FROM sqlite_schema ORDER BY type, name"
    #expect(try migrated.column(query) == database().column(query))
  }

  @Test(
    "every sample of a version has rows in every table",
    arguments: MigrationSample.ofEachVersion
  )
  func samplesAreFull(_ sample: MigrationSample) throws {
    let connection = try database(holding: sample)
    for table in try connection.tables() {
      #expect(try connection.int64("SELECT count(*) FROM \(table)") ?? 0 > 0, "\(table)")
    }
  }

  @Test("user state is the same, value for value", arguments: MigrationSample.ofEachVersion)
  func sameUserState(_ sample: MigrationSample) throws {
    let connection = try database(holding: sample)
    let tables = DatabaseContract.library.userStateTables
    let columns = try tables.map { try connection.column(columnList($0)).joined(separator: ", ") }
    let reads = zip(tables, columns).map { table, columns in
      "SELECT hex(quote(concat)) FROM (SELECT \(concatenation(columns)) AS concat FROM \(table))"
    }
    let before = try reads.map { try connection.column($0) }
    try connection.upgrade(from: sample.version, to: 12)
    #expect(try reads.map { try connection.column($0) } == before)
  }

  @Test("v3 keeps the newest active run of a source and cancels the others (TX-7)")
  func overlappingRuns() throws {
    let connection = try database(holding: .overlappingRuns)
    try connection.upgrade(from: 2, to: 3)
    let states = try connection.column(
      "SELECT id || ' ' || state || ' ' || ifnull(error_kind, '') FROM scan_run WHERE id >= 6"
    )
    #expect(
      states == ["6 cancelled superseded", "7 cancelled superseded", "8 queued ", "9 finalizing "]
    )
    #expect(
      try connection.int64("SELECT ended_at_ms FROM scan_run WHERE id = 7") == 1_700_000_007_900
    )
  }

  @Test("v3 does not end a run that completed, failed or was cancelled before")
  func endedRuns() throws {
    let connection = try database(holding: .overlappingRuns)
    try connection.upgrade(from: 2, to: 3)
    let states = try connection.column("SELECT state FROM scan_run WHERE id <= 5 ORDER BY id")
    #expect(states == ["completed", "completed", "completed", "failed", "cancelled"])
  }

  @Test("work taken or waiting without a time becomes ready (TX-6)")
  func queueWithoutLeases() throws {
    let connection = try database(holding: MigrationSample.ofEachVersion[0])
    try connection.upgrade(from: 1, to: 7)
    let states = try connection.column("SELECT state FROM scan_queue ORDER BY id")
    #expect(states == ["done", "ready", "waiting", "failed", "ready", "ready"])
  }

  @Test("what v12 cancels cannot be resumed without its staging")
  func notResumable() throws {
    let connection = try database(holding: MigrationSample.ofEachVersion[10])
    try connection.upgrade(from: 11, to: 12)
    let resumable = try connection.column(
      """
      SELECT scan_run.id FROM scan_run
      JOIN library_source ON library_source.id = scan_run.source_id
      WHERE scan_run.state <> 'completed'
        AND scan_run.base_publication = library_source.publication
      """
    )
    #expect(resumable.isEmpty)
    for table in ["scan_frontier", "scan_seen", "scan_discovery"] {
      #expect(try connection.int64("SELECT count(*) FROM \(table)") == 0)
    }
  }

  @Test("values that no version knows stay as they are", arguments: MigrationSample.unknownValues)
  func unknownValues(_ sample: MigrationSample) throws {
    let connection = try database(holding: sample)
    let reads = [
      "SELECT state FROM scan_run ORDER BY id", "SELECT mode FROM scan_run ORDER BY id",
      "SELECT stage FROM scan_queue ORDER BY id", "SELECT state FROM scan_queue ORDER BY id",
      "SELECT availability FROM media_file ORDER BY id",
      "SELECT media_kind FROM media_file ORDER BY id", "SELECT kind FROM sidecar ORDER BY id",
      "SELECT adapter FROM library_source ORDER BY id", "SELECT kind FROM media_entity ORDER BY id",
      "SELECT role FROM file_binding ORDER BY id", "SELECT state FROM change_log ORDER BY id",
    ]
    let before = try reads.map { try connection.column($0) }
    try connection.upgrade(from: sample.version, to: 12)
    #expect(try reads.map { try connection.column($0) } == before)
    #expect(before.allSatisfy { $0.allSatisfy { $0.hasPrefix("future-") } })
  }

  private func counts(_ connection: borrowing Connection) throws -> [String: Int64] {
    let contract = DatabaseContract.library
    var counts: [String: Int64] = [:]
    for table in contract.userStateTables + contract.publishedTables {
      counts[table] = try connection.int64("SELECT count(*) FROM \(table)")
    }
    return counts
  }

  private func columnList(_ table: String) -> String {
    "SELECT name FROM pragma_table_info('\(table)')"
  }

  private func concatenation(_ columns: String) -> String {
    columns.split(separator: ", ").map { "quote(\($0))" }.joined(separator: " || ',' || ")
  }
}
