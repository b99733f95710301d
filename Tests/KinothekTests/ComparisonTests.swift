import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("How a source compares names")
struct ComparisonTests {
  @Test("the policy is taken from what the source declares, and keys are computed by it")
  func declared() async throws {
    let world = try await World()
    world.memory.capabilities.caseSensitivity = .insensitive
    world.memory.capabilities.normalisation = .insensitive
    world.memory.addFile(.path("Films/Alien.MKV"), size: 10)
    world.memory.addFile(.path("Films/Alien.srt"), size: 10)
    let source = try await world.addSource()
    #expect(await world.scan(source).added == 2)
    #expect(try await world.policy() == "insensitive|nfc")
    #expect(try await world.keys() == ["alien.mkv", "alien.srt", "films"])
    #expect(try await world.count("scan_run") == 1)
  }

  @Test("a source that compares bytes keeps no keys and no version")
  func exact() async throws {
    let world = try await World()
    world.memory.addFile(.path("Films/Alien.MKV"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(try await world.policy() == "sensitive|exact")
    #expect(try await world.keys() == [])
  }

  @Test("when the policy changes all keys are computed again, and nothing else changes")
  func changed() async throws {
    let world = try await World()
    world.memory.addFile(.path("Films/Été.mkv"), size: 10)
    world.memory.addFile(.path("Films/alien.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    let revisions = try await world.revisions()
    world.memory.capabilities.caseSensitivity = .insensitive
    let report = await world.scan(source)
    #expect(report.state == .completed)
    #expect(report.added + report.changed + report.moved + report.missing == 0)
    #expect(try await world.keys() == ["films", "été.mkv"])
    #expect(try await world.revisions() == revisions)
    world.memory.capabilities.caseSensitivity = .sensitive
    _ = await world.scan(source)
    #expect(try await world.keys() == [])
    #expect(try await world.revisions() == revisions)
    #expect(try await world.library.verify() == [])
  }

  @Test("excluded paths match as the source compares from the first scan on")
  func filter() async throws {
    let world = try await World()
    world.memory.capabilities.caseSensitivity = .insensitive
    world.memory.addFile(.path("Private/A.mkv"), size: 10)
    world.memory.addFile(.path("B.mkv"), size: 10)
    let source = try await world.addSource(
      filter: FilterSettings(excludedPaths: [.path("PRIVATE")])
    )
    #expect(await world.scan(source).added == 1)
    let explained = try await world.library.explain("private/A.mkv", in: source.id)
    #expect(explained.filter.rule == .excludedPath)
  }

  @Test("what was staged under another policy is not continued")
  func staged() async throws {
    let world = try await World()
    world.memory.capabilities.isRemote = true
    world.memory.addFile(.path("Films/Alien.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source, ScanOptions(isPlanOnly: true))
    world.memory.capabilities.caseSensitivity = .insensitive
    let report = await world.scan(source)
    #expect(report.added == 1)
    #expect(report.counters.directories == 2)
    #expect(try await world.keys() == ["alien.mkv", "films"])
  }

  @Test("the step of times is taken from what the source declares, and stays when it is edited")
  func step() async throws {
    let world = try await World()
    world.memory.capabilities.modificationPrecision = 2_000
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    var source = try await world.addSource()
    _ = await world.scan(source)
    #expect(try await world.step() == "2000")
    source.name = "Other"
    try await world.library.sources.edit(source)
    #expect(try await world.step() == "2000")
    world.memory.capabilities.modificationPrecision = 1
    _ = await world.scan(source)
    #expect(try await world.step() == "1")
  }

  @Test("in a renamed directory, too, a time that moved by less than the step is the same")
  func stepInRename() async throws {
    let world = try await World()
    world.memory.capabilities.modificationPrecision = 2_000
    world.memory.addFile(.path("Old/A.mkv"), size: 10)
    world.memory.addFile(.path("Old/B.mkv"), size: nil)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.move(.path("Old"), to: .path("New"))
    world.memory.update(.path("New/A.mkv")) { entry in
      entry.modifiedAt = entry.modifiedAt?.advanced(by: .milliseconds(1_000))
    }
    world.memory.update(.path("New/B.mkv")) { $0.size = 20 }
    let report = await world.scan(source)
    #expect(report.missing + report.added == 0)
    #expect(try await world.materialRevisions() == ["1", "1"])
    #expect(try await world.sizes() == ["10", "20"])
  }

  @Test("editing a source keeps its policy")
  func edited() async throws {
    let world = try await World()
    world.memory.capabilities.caseSensitivity = .insensitive
    world.memory.addFile(.path("A.mkv"), size: 10)
    var source = try await world.addSource()
    _ = await world.scan(source)
    source.name = "Other"
    try await world.library.sources.edit(source)
    #expect(try await world.policy() == "insensitive|exact")
  }
}

extension World {
  fileprivate func policy() async throws -> String? {
    try await texts(
      "SELECT name_case || '|' || name_normalization FROM library_source"
    ).first
  }

  fileprivate func keys() async throws -> [String] {
    try await texts(
      """
      SELECT CAST(compare_key AS TEXT) FROM (
        SELECT compare_key FROM source_directory UNION ALL SELECT compare_key FROM media_file
        UNION ALL SELECT compare_key FROM sidecar
      ) WHERE compare_key IS NOT NULL
      """
    ).sorted()
  }

  fileprivate func step() async throws -> String? {
    try await texts("SELECT CAST(modified_precision_ms AS TEXT) FROM library_source").first
  }

  fileprivate func materialRevisions() async throws -> [String] {
    try await texts("SELECT CAST(material_revision AS TEXT) FROM media_file ORDER BY name")
  }

  fileprivate func sizes() async throws -> [String] {
    try await texts("SELECT CAST(size_bytes AS TEXT) FROM media_file ORDER BY name")
  }

  fileprivate func revisions() async throws -> [String] {
    try await texts(
      "SELECT id || '|' || row_revision || '|' || input_revision FROM media_file ORDER BY id"
    )
  }

  fileprivate func count(_ table: String) async throws -> Int {
    try await texts("SELECT CAST(id AS TEXT) FROM \(table)").count
  }

  private func texts(_ sql: String) async throws -> [String] {
    try await library.database.read { connection in try connection.all(sql) { $0.text(0) } }
  }
}
