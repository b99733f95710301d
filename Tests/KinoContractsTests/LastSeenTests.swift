import KinoSQL
import Testing

/// File 1 is `Show/S1/A`, file 2 is `Films/B`.
@Suite("The view of when a file was last seen")
struct LastSeenTests {
  @Test("a file that did not change was seen by the newest full run")
  func fullRun() throws {
    let connection = try library(runs: 3)
    #expect(try lastSeen(connection) == ["3", "3"])
  }

  @Test("a run of a subtree saw what lies below it, and nothing beside")
  func subtree() throws {
    let connection = try library(runs: 2)
    try connection.addRun(3, scope: #"["53686F77"]"#)
    #expect(try lastSeen(connection) == ["3", "2"])
  }

  @Test("a scope names whole components")
  func scopeOfComponents() throws {
    let connection = try library(runs: 2)
    try connection.addRun(3, scope: #"["5368","53686F772F5331"]"#)
    #expect(try lastSeen(connection) == ["3", "2"])
  }

  @Test("a run that could not list a directory above did not see the file")
  func incompleteAbove() throws {
    let connection = try library(runs: 3)
    try connection.execute("UPDATE source_directory SET incomplete_since_run_id = 2 WHERE id = 2")
    #expect(try lastSeen(connection) == ["1", "3"])
  }

  @Test("a missing file was seen by the newest run before the one that missed it")
  func missing() throws {
    let connection = try library(runs: 4)
    try connection.execute(
      "UPDATE media_file SET availability = 'missing', missing_publication = 3 WHERE id = 1"
    )
    #expect(try lastSeen(connection) == ["2", "4"])
  }

  @Test("a held file was seen by the newest run before the one that held it")
  func held() throws {
    let connection = try library(runs: 4)
    try connection.execute(
      "UPDATE media_file SET hold_reason = 'brake', hold_publication = 4 WHERE id = 2"
    )
    #expect(try lastSeen(connection) == ["4", "3"])
  }

  @Test("a file that went missing before that was on record keeps what its row says")
  func missingUnrecorded() throws {
    let connection = try library(runs: 4)
    try connection.execute(
      "UPDATE media_file SET availability = 'missing', last_seen_run_id = 2 WHERE id = 1"
    )
    #expect(try lastSeen(connection) == ["2", "4"])
  }

  @Test("runs that failed, or that list nothing, saw nothing")
  func otherRuns() throws {
    let connection = try library(runs: 1)
    try connection.addRun(2, state: "failed")
    try connection.addRun(3)
    try connection.execute("UPDATE scan_run SET mode = 'repair' WHERE id = 3")
    #expect(try lastSeen(connection) == ["1", "1"])
  }

  @Test("what the row says stands when no run is left")
  func compacted() throws {
    let connection = try library(runs: 1)
    try connection.execute("UPDATE media_file SET last_seen_run_id = 1 WHERE id = 1")
    try connection.execute("UPDATE scan_run SET state = 'failed'")
    #expect(try lastSeen(connection) == ["1", "NULL"])
  }

  private func library(runs: Int) throws -> Connection {
    let connection = try sampleLibrary()
    for id in 1...runs { try connection.addRun(id) }
    return connection
  }

  private func lastSeen(_ connection: borrowing Connection) throws -> [String] {
    try connection.column("SELECT run_id FROM media_file_last_seen ORDER BY media_file_id")
  }
}
