import KinoCore
import KinoTestSupport
import Testing

@testable import KinoNFS

private let versions: [NFSOptions.Version] = [.v3, .v4]

@Suite("What NFS servers answer")
struct AnswerTests {
  private func values(
    _ set: AttributeSet,
    _ bytes: [UInt8],
    asked: AttributeSet = .listed
  ) throws(NFSFailure) -> AttributeValues {
    do {
      return try unsafe bytes.withUnsafeBytes { bytes in
        var reader = unsafe XDRReader(bytes)
        return try AttributeValues(set, asked: asked, &reader)
      }
    } catch {
      throw error as? NFSFailure ?? .closed
    }
  }

  @Test("attributes are read in the order of their numbers")
  func attributes() throws {
    let bytes: [UInt8] =
      [0, 0, 0, 1] + [0, 0, 0, 0, 0, 1, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 0, 7]
      + [0, 0, 0, 0, 0, 0, 0, 2, 0, 0x0F, 0x42, 0x40]
    let facts = try values(.facts, bytes).facts
    #expect(facts.kind == .file && facts.size == 65536 && facts.number == 7)
    #expect(facts.fileSystem == .init(major: 9, minor: 8))
    #expect(facts.modifiedAt == Timestamp(milliseconds: 2001))
  }

  @Test("attributes that are cut off, too long or were not asked for contradict the protocol")
  func damage() {
    let size = AttributeSet(low: 1 << 4)
    #expect(throws: NFSFailure.malformed) { try values(size, [0, 0, 0]) }
    #expect(throws: NFSFailure.malformed) { try values(size, Array(repeating: 0, count: 9)) }
    #expect(throws: NFSFailure.malformed) { try values(AttributeSet(low: 1 << 5), []) }
    #expect(throws: NFSFailure.malformed) { try values(AttributeSet(high: 1 << 30), []) }
  }

  @Test("an entry of a listing whose error is 0 has none")
  func noError() throws {
    let set = AttributeSet(low: 1 << 1 | 1 << 11)
    #expect(try values(set, [0, 0, 0, 1, 0, 0, 0, 0]).error == nil)
    #expect(try values(set, [0, 0, 0, 1, 0, 0, 0, 13]).error == 13)
  }

  @Test("a real server tells what entries are in the listing", arguments: versions)
  func facts(_ version: NFSOptions.Version) async throws {
    let session = try #require(try await Shared.connect(version) as? NFSSession)
    let opened = try await session.openDirectory(.path("many"), until: .now + .seconds(60))
    #expect(!opened.part.entries.isEmpty)
    #expect(opened.part.entries.allSatisfy { $0.facts.kind != .unknown })
  }

  @Test("a size beyond all files, and a time beyond all calendars, are unknown")
  func absurd() throws {
    let size = try values(AttributeSet(low: 1 << 4), Array(repeating: 0xFF, count: 8))
    #expect(size.facts.size == nil)
    let time = [UInt8](repeating: 0x7F, count: 8) + [0, 0, 0, 0]
    #expect(try values(AttributeSet(high: 1 << 21), time).facts.modifiedAt == nil)
  }

  @Test(
    "a status means what it means",
    arguments: [
      (2, .notFound, .permanent, .directory), (13, .permissionDenied, .permanent, .directory),
      (20, .notADirectory, .permanent, .directory),
      (63, .nameNotRepresentable, .permanent, .directory),
      (70, .staleHandle, .temporary, .directory), (5, .unavailable, .temporary, .directory),
      (6, .unavailable, .temporary, .root), (10008, .unavailable, .temporary, .directory),
      (10018, .rateLimited, .temporary, .connection), (4711, .unavailable, .temporary, .directory),
    ] as [(UInt32, SourceError.Kind, SourceError.Retry, SourceError.Scope)]
  )
  func meaning(
    _ code: UInt32,
    _ kind: SourceError.Kind,
    _ retry: SourceError.Retry,
    _ scope: SourceError.Scope
  ) {
    let error = SourceError(NFSFailure.status(code), at: .root, scope: .directory)
    #expect(error.kind == kind && error.retry == retry && error.scope == scope)
    #expect(error.underlying == .init(domain: "nfs", code: Int64(code)))
  }

  @Test("what is not found at the root is the source, and only NOENT is ever not found")
  func missing() {
    #expect(SourceError(.status(2), at: .root, scope: .root).kind == .sourceMissing)
    #expect(SourceError(.mount(2), at: .root, scope: .root).kind == .sourceMissing)
    for code in 3...UInt32(11_000) where code != 2 {
      #expect(SourceError(.status(code), at: .root, scope: .entry).kind != .notFound)
    }
  }

  @Test("ids of other file systems differ from the root's of the same number")
  func ids() {
    let home = FileFacts.FileSystem(major: 1, minor: 2)
    var facts = FileFacts(number: 7)
    facts.fileSystem = home
    #expect(facts.stableID(at: home) == StableID(low: 7))
    facts.fileSystem = .init(major: 1, minor: 3)
    let other = facts.stableID(at: home)
    #expect(other != StableID(low: 7) && other?.low == 7 && other == facts.stableID(at: home))
  }

  @Test("the number of a device is no part of a root's identity, a lasting name is")
  func identity() {
    var facts = FileFacts(number: 7)
    facts.fileSystem = .init(major: 8, minor: 17)
    let before = facts.identity
    facts.fileSystem = .init(major: 8, minor: 33)
    #expect(facts.identity == before && before != .unknown)
    facts.fileSystem = .init(major: .max, minor: 33)
    #expect(facts.identity != before)
    facts.number = nil
    #expect(facts.identity == .unknown)
  }
}
