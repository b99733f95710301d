import KinoCore
import KinoSQL
import KinoTestTools
import Kinothek
import Testing

@Suite("One film on two disks")
struct EqualContentTests {
  @Test("a match made by hand is found again on another disk, under another name")
  func adopted() async throws {
    // The clock runs too fast for leases and heartbeats on this machine.
    var policy = ScanPolicy()
    policy.workLease = .seconds(900)
    policy.workHeartbeat = .seconds(86_400)
    let (library, old) = try await OutageLibrary.overFolder(named: "old", policy: policy)
    try old.write("Film.mkv", size: 300_000, content: 1, modified: 1_500_000_000)
    try old.write("Other.mkv", size: 300_000, content: 2, modified: 1_500_000_000)
    try await library.scanExpectingSuccess()
    #expect(await library.library.processPendingWork().report.completed == 2)
    let database = library.workspace.file("library/library.sqlite")
    try UserState.add(to: Connection(.file(database)))
    let bound = try library.bindings()
    #expect(bound.count == 1)

    let new = try FolderTree(at: library.workspace.file("new"))
    try new.write("A/Renamed.mkv", size: 300_000, content: 1, modified: 1_600_000_000)
    try new.write("A/Unknown.mkv", size: 300_000, content: 3, modified: 1_600_000_000)
    try new.write("A/Twin.mkv", size: 300_000, content: 2, modified: 1_600_000_000)
    let source = try await library.library.sources.add(.local(new.path))
    #expect(await library.library.scan(source.id).report.added == 3)
    #expect(await library.library.processPendingWork().report.completed == 3)
    // Whichever of the two was bound, its like is bound as well, and nothing else is.
    let entity = try #require(bound.first).split(separator: "|")[1]
    let like = bound[0].hasPrefix("Film.mkv") ? "Renamed.mkv" : "Twin.mkv"
    #expect(
      try library.bindings() == (bound + ["\(like)|\(entity)|version|fingerprint|1"]).sorted()
    )
  }
}

extension OutageLibrary {
  /// Every binding that is made by hand, here or on another disk: file, entity, role, method, lock.
  fileprivate func bindings() throws -> [String] {
    let rows = try DatabaseCopy.read(workspace.file("library"), in: workspace) {
      connection throws(SQLiteError) in
      try connection.all(
        """
        SELECT CAST(file.name AS TEXT) || '|' || entity_id || '|' || role || '|' || method || '|'
          || locked
        FROM file_binding JOIN media_file AS file ON file.id = media_file_id
        WHERE locked = 1
        """
      ) { $0.text(0) }
    }
    return try #require(rows).sorted()
  }
}
