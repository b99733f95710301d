import KinoCore
import Testing

@testable import KinoStorage

@Suite("Verification")
struct LibraryVerifierTests {
  @Test("finds nothing in a library that is as it should be")
  func sound() async throws {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let file = try await fixture.file("a.mkv", of: source, in: source.root, .held())
    try await fixture.work(on: file, .probe)
    try await expectSound(fixture)
  }

  @Test("finds what breaks an invariant", arguments: Breach.all)
  func breach(_ breach: Breach) async throws {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let show = try await fixture.directory("Show", of: source)
    let file = try await fixture.file("a.mkv", of: source, in: show)
    try await fixture.sidecar(
      "a.srt",
      of: source,
      in: show,
      ["media_file_id": .integer(file.rawValue)]
    )
    try await fixture.work(on: file, .probe)
    try await fixture.file("b.mkv", of: try await fixture.source())
    for sql in breach.statements { try await fixture.run(sql) }
    let violations = try await LibraryVerifier(database: fixture.library).verify()
    #expect(violations.contains { $0.check == breach.check.name })
  }

  @Test("finds references that lead nowhere")
  func foreignKeys() async throws {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let file = try await fixture.file("a.mkv", of: source)
    try await fixture.work(on: file, .probe)
    try fixture.withoutForeignKeys("DELETE FROM media_file")
    let violations = try await LibraryVerifier(database: fixture.library).verify()
    #expect(violations.contains { $0.subject.contains("refers to media_file") })
  }
}

/// A change that breaks an invariant.
struct Breach: Sendable, CustomTestStringConvertible {
  let check: LibraryCheck
  let statements: [String]

  var testDescription: String { check.name }

  init(_ check: LibraryCheck, _ statements: String...) {
    self.check = check
    self.statements = statements
  }

  static let all = [
    Breach(
      .itemInDirectory,
      "UPDATE source_directory SET availability = 'missing' WHERE name = X'53686F77'"
    ),
    Breach(
      .sidecarInDirectory,
      "UPDATE source_directory SET availability = 'excluded' WHERE name = X'53686F77'"
    ),
    Breach(
      .directoryUnderParent,
      "UPDATE source_directory SET availability = 'missing' WHERE parent_id IS NULL"
    ),
    Breach(.itemOfOtherSource, "UPDATE media_file SET source_id = 3 - source_id"),
    Breach(.rootReached, "UPDATE source_directory SET parent_id = id WHERE name = X'53686F77'"),
    Breach(
      .holdOnPresentFile,
      "UPDATE media_file SET hold_reason = 'brake', availability = 'excluded'"
    ),
    Breach(.holdOnPresentSidecar, "UPDATE sidecar SET hold_reason = 'brake'"),
    Breach(.missingFile, "UPDATE media_file SET availability = 'missing'"),
    Breach(.missingSidecar, "UPDATE sidecar SET missing_since_ms = 1"),
    Breach(.missingDirectory, "UPDATE source_directory SET missing_since_ms = 1"),
    Breach(.publicationAhead, "UPDATE media_file SET missing_publication = 99"),
    Breach(.leasedWork, "UPDATE scan_queue SET state = 'leased'"),
    Breach(.waitingWork, "UPDATE scan_queue SET state = 'waiting'"),
    Breach(
      .associationAcrossSources,
      "UPDATE sidecar SET media_file_id = (SELECT id FROM media_file WHERE name = X'622E6D6B76')"
    ),
    Breach(.directoryIDs, "UPDATE library_revision SET next_directory_id = 1"),
    Breach(.defaultProfile, "UPDATE playback_profile SET is_default = 0"),
  ]
}
