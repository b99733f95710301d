import KinoCore
import KinoTestSupport
import Testing

@testable import KinoStorage

@Suite("Files with one content")
struct ContentAdoptionTests {
  @Test("a file adopts match and lock of a present file of another source, which keeps its own")
  func match() async throws {
    let shelf = try await Shelf()
    let entity = try await shelf.fixture.entity("Heat")
    try await shelf.bind(shelf.other, to: entity, locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|primary|manual|1", "2|version|fingerprint|1"])
    let copy = try await shelf.fixture.rows(
      """
      SELECT uid, CAST(path AS TEXT), size_bytes, hex(fingerprint), clock_json FROM file_binding
      WHERE media_file_id = ?1
      """,
      .integer(shelf.file.rawValue)
    )
    #expect(copy == ["NULL|new.mkv|1000|010203|NULL"])
  }

  @Test("adopting again changes nothing")
  func again() async throws {
    let shelf = try await Shelf()
    let entity = try await shelf.fixture.entity("Heat")
    try await shelf.bind(shelf.other, to: entity)
    try await shelf.probe(shelf.other)
    try await shelf.read(shelf.file)
    let before = try await shelf.bindings()
    try await shelf.read(shelf.file)
    try await shelf.read(shelf.other)
    #expect(try await shelf.bindings() == before)
    #expect(before.count == 2)
  }

  @Test("a missing file of the same source gives, and keeps what it has")
  func missing() async throws {
    let shelf = try await Shelf(otherIsMissing: true)
    let entity = try await shelf.fixture.entity("Heat")
    try await shelf.bind(shelf.other, to: entity, locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|primary|manual|1", "2|version|fingerprint|1"])
  }

  @Test("a present file of the same source gives nothing")
  func twins() async throws {
    let shelf = try await Shelf(sharesSource: true)
    let entity = try await shelf.fixture.entity("Heat")
    try await shelf.bind(shelf.other, to: entity, locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|primary|manual|1"])
  }

  @Test("a match made by hand is never replaced, an automatic one only by one made by hand")
  func precedence() async throws {
    let shelf = try await Shelf()
    let (heat, alien) = (
      try await shelf.fixture.entity("Heat"), try await shelf.fixture.entity("Alien")
    )
    try await shelf.bind(shelf.other, to: heat)
    try await shelf.bind(shelf.file, to: alien)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|primary|name|0", "2|primary|name|0"])
    try await shelf.fixture.run("DELETE FROM file_binding WHERE media_file_id = 1")
    try await shelf.bind(shelf.other, to: heat, locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|primary|manual|1", "2|version|fingerprint|1"])
    #expect(try await shelf.entities() == [heat, heat])
  }

  @Test("what a file knew before its fingerprint was known is given to the others")
  func givesToo() async throws {
    let shelf = try await Shelf()
    let entity = try await shelf.fixture.entity("Heat")
    try await shelf.bind(shelf.file, to: entity, locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings() == ["1|version|fingerprint|1", "2|primary|manual|1"])
  }

  @Test("when two matches made by hand disagree, neither counts")
  func disagreement() async throws {
    let shelf = try await Shelf()
    let third = try await shelf.add("third.mkv", of: try await shelf.fixture.source())
    try await shelf.bind(shelf.other, to: try await shelf.fixture.entity("Heat"), locked: true)
    try await shelf.bind(third, to: try await shelf.fixture.entity("Alien"), locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings().count == 2)
  }

  @Test("many files with one fingerprint say nothing of each other")
  func template() async throws {
    let shelf = try await Shelf()
    let source = try await shelf.fixture.source()
    for number in 0..<ContentAdoption.peerLimit { try await shelf.add("\(number).mkv", of: source) }
    try await shelf.bind(shelf.other, to: try await shelf.fixture.entity("Heat"), locked: true)
    try await shelf.read(shelf.file)
    #expect(try await shelf.bindings().count == 1)
  }

  @Test("what a probe found in the same content is adopted with its streams, once")
  func probe() async throws {
    let shelf = try await Shelf()
    try await shelf.probe(shelf.other)
    try await shelf.read(shelf.file)
    #expect(try await shelf.probes() == ["1|matroska|1|1", "2|matroska|1|1"])
    let streams = "SELECT media_file_id, stream_index, codec FROM media_stream ORDER BY 1, 2"
    #expect(try await shelf.fixture.rows(streams) == ["1|0|hevc", "2|0|hevc"])
    try await shelf.fixture.run("UPDATE technical_summary SET container = 'mp4'")
    try await shelf.read(shelf.file)
    #expect(try await shelf.probes() == ["1|mp4|1|1", "2|mp4|1|1"])
  }

  @Test("what was found in an older content, or not at all, is not adopted")
  func staleProbe() async throws {
    let shelf = try await Shelf()
    try await shelf.probe(shelf.other, ["probed_revision": 7])
    try await shelf.read(shelf.file)
    #expect(try await shelf.probes().count == 1)
    try await shelf.fixture.run("DELETE FROM technical_summary")
    try await shelf.fixture.run("DELETE FROM media_stream")
    try await shelf.probe(shelf.other, ["state": "failed"])
    try await shelf.read(shelf.file)
    #expect(try await shelf.probes().count == 1)
  }

  @Test("a file's own older or failed probe gives way to that of the same content")
  func ownProbe() async throws {
    let shelf = try await Shelf()
    try await shelf.probe(shelf.other)
    try await shelf.probe(
      shelf.file,
      ["state": "failed", "container": nil, "error_kind": "damaged"]
    )
    try await shelf.read(shelf.file)
    #expect(try await shelf.probes() == ["1|matroska|1|1", "2|matroska|1|1"])
  }

  @Test("a result that came too late writes and adopts nothing (TX-6)")
  func late() async throws {
    let shelf = try await Shelf()
    try await shelf.bind(shelf.other, to: try await shelf.fixture.entity("Heat"))
    try await shelf.read(shelf.file, thenMoves: true)
    #expect(try await shelf.bindings().count == 1)
    let known = "SELECT count(*) FROM media_file WHERE fingerprint IS NOT NULL"
    #expect(try await shelf.fixture.int(known) == 1)
  }
}

/// A file that was read already, and one of the same content whose turn it is.
private struct Shelf {
  let fixture: LibraryFixture
  /// Carries the fingerprint.
  let other: FileID
  /// Is about to get it.
  let file: FileID
  private let queue: WorkQueueStore
  private let fingerprint: [UInt8] = [1, 2, 3]

  init(otherIsMissing: Bool = false, sharesSource: Bool = false) async throws {
    fixture = try await LibraryFixture()
    queue = WorkQueueStore(database: fixture.library, random: SeededRandom(seed: 1))
    let source = try await fixture.source()
    var columns: [String: SQLValue] = otherIsMissing ? .missing() : [:]
    columns["fingerprint"] = .blob(fingerprint)
    other = try await fixture.file("old.mkv", of: source, in: nil, columns)
    let second = otherIsMissing || sharesSource ? source : try await fixture.source()
    file = try await fixture.file("new.mkv", of: second)
  }

  /// Another file of the same content.
  @discardableResult
  func add(_ name: String, of source: SourceRows) async throws -> FileID {
    try await fixture.file(name, of: source, in: nil, ["fingerprint": .blob(fingerprint)])
  }

  func bind(_ file: FileID, to entity: Int64, locked: Bool = false) async throws {
    var columns: [String: SQLValue] = [:]
    if locked { columns = ["locked": 1, "method": "manual", "uid": .blob(fixture.uid().bytes)] }
    try await fixture.binding(of: entity, to: file, columns)
  }

  func probe(_ file: FileID, _ columns: [String: SQLValue] = [:]) async throws {
    let base: [String: SQLValue] = [
      "media_file_id": .integer(file.rawValue), "state": "complete", "container": "matroska",
      "probed_revision": 1, "probe_version": 1,
    ]
    try await fixture.insert("technical_summary", base.merging(columns) { $1 })
    try await fixture.insert(
      "media_stream",
      [
        "media_file_id": .integer(file.rawValue), "stream_index": 0, "kind": "video",
        "codec": "hevc",
      ]
    )
  }

  /// Claims the work on a file's fingerprint, and writes it.
  func read(_ file: FileID, thenMoves: Bool = false) async throws {
    let order = WorkOrder(.fingerprint, of: file, isRepeated: true)
    try await queue.enqueue([order], at: LibraryFixture.epoch)
    let claims = try await queue.claim(
      1,
      of: [.fingerprint],
      at: LibraryFixture.epoch,
      lease: 60_000
    )
    if thenMoves { try await fixture.run("UPDATE media_file SET input_revision = 9") }
    let refused = try await LibraryFingerprintStore(queue: queue).complete(
      claims.map { FingerprintResult($0, fingerprint) },
      at: LibraryFixture.epoch
    )
    #expect(refused.count == (thenMoves ? 1 : 0))
  }

  func bindings() async throws -> [String] {
    try await fixture.rows(
      "SELECT media_file_id, role, method, locked FROM file_binding ORDER BY media_file_id"
    )
  }

  func entities() async throws -> [Int64] {
    try await fixture.rows("SELECT entity_id FROM file_binding ORDER BY media_file_id")
      .compactMap { Int64($0) }
  }

  func probes() async throws -> [String] {
    try await fixture.rows(
      """
      SELECT media_file_id, container, probed_revision, probe_version FROM technical_summary
      ORDER BY media_file_id
      """
    )
  }
}
