import KinoCore
import KinoSQL
import KinoScan
import KinoStorage
import KinoTestSupport
import Testing

@testable import Kinothek

/// Two libraries of sources that change alike; one forgets every digest before it scans.
@Suite("Scans with and without digests")
struct DigestEquivalenceTests {
  @Test("after any history both libraries are alike, row for row", arguments: 1...16)
  func history(_ seed: UInt64) async throws {
    let twins = try await Twins(seed: seed)
    var spared = 0
    for _ in 0..<16 {
      spared += try await twins.step()
      let (one, other) = (try await twins.digested.contents(), try await twins.plain.contents())
      #expect(Set(one).symmetricDifference(other).sorted() == [])
      #expect(one.count == other.count)
      #expect(try await twins.digested.library.verify() == [])
    }
    #expect(spared > 0)
  }
}

private struct Twins {
  let digested: World
  let plain: World
  private let sources: [Source]
  private let random: SeededRandom

  init(seed: UInt64) async throws {
    random = SeededRandom(seed: seed)
    digested = try await World()
    plain = try await World()
    var sources: [Source] = []
    for world in [digested, plain] {
      world.memory.capabilities.maxConcurrentOperations = 1
      for number in 0..<30 {
        let name = "\(number / 3).\(["mkv", "srt", "nfo"][number % 3])"
        world.memory.addFile(.path("D\(number % 5)/\(name)"), size: Int64(number))
      }
      sources.append(try await world.addSource())
    }
    self.sources = sources
  }

  /// Changes, scans and decides alike in both; returns how many directories had a digest.
  func step() async throws -> Int {
    for _ in 0..<pick(5) { change() }
    if one(in: 6) { disturb() }
    let precision: Int64? = [1, 2_000, nil][pick(3)]
    let stableID = one(in: 2) ? .none : Self.stableIDs
    if one(in: 8) { both { $0.capabilities.modificationPrecision = precision } }
    if one(in: 8) { both { $0.capabilities.stableID = stableID } }
    let filter = one(in: 6) ? randomFilter() : nil
    let scope: [SourcePath] = one(in: 5) ? [.path("D\(pick(5))")] : []
    var spared = 0
    var reports: [[Int]] = []
    for (world, source) in zip([digested, plain], sources) {
      if let filter {
        var edited = try await world.library.sources.get(source.id)
        edited.filter = filter
        try await world.library.sources.edit(edited)
      }
      world.clock.advance(by: .seconds(7_200))
      if world === plain { try await world.forgetDigests() }
      spared += try await world.digestCount()
      let report = await world.scan(source, only: scope)
      reports.append([
        report.added, report.changed, report.moved, report.restored, report.missing, report.held,
        report.excluded, report.counters.videos, report.counters.sidecars,
        report.counters.directories, Int(report.counters.bytes),
      ])
      world.memory.clearFaults()
    }
    #expect(reports[0] == reports[1])
    try await decide(pick(12))
    return spared
  }

  private func decide(_ choice: Int) async throws {
    for (world, source) in zip([digested, plain], sources) {
      switch choice {
      case 0: _ = try await world.library.confirmRemovals(in: source.id)
      case 1: _ = try await world.library.rejectRemovals(in: source.id)
      case 2: _ = try await world.library.undoRemovals(in: source.id)
      case 3:
        world.clock.advance(by: .seconds(200_000))
        _ = try await world.library.maintain()
      default: break
      }
    }
  }

  private func change() {
    guard let path = anyFile() else { return }
    let made = random.next() % 40
    let (size, other) = (Int64(pick(50)), anyFile() ?? path)
    let time = Timestamp(milliseconds: 1_000_000_000_000 + Int64(pick(5_000)))
    let directory = SourcePath.path("D\(pick(5))")
    switch pick(14) {
    case 0...1: both { $0.addFile(.path("D\(made % 5)/N\(made).mkv"), size: size) }
    case 2: both { $0.addFile(directory.appending(.name(".nomedia"))) }
    case 3: both { $0.remove(directory.appending(.name(".nomedia"))) }
    case 4: both { $0.update(path) { $0.size = size } }
    case 5: both { $0.update(path) { $0.modifiedAt = time } }
    case 6: both { $0.update(path) { $0.etag = [UInt8(made)] } }
    case 7:
      let sizes = (digested.memory.entry(at: path)?.size, digested.memory.entry(at: other)?.size)
      both {
        $0.update(path) { $0.size = sizes.1 }
        $0.update(other) { $0.size = sizes.0 }
      }
    case 8: both { $0.remove(path) }
    case 9: move(path, to: .path("D\(made % 5)/M\(made).mkv"))
    case 10: move(directory, to: .path("D\(made % 5)"))
    case 11: both { $0.update(path) { $0.modifiedAt = nil } }
    case 12: both { $0.remove(directory) }
    default: both { $0.update(path) { $0.stableID = StableID(low: 1_000 + made) } }
    }
  }

  private func move(_ path: SourcePath, to target: SourcePath) {
    guard digested.memory.entry(at: path) != nil, digested.memory.entry(at: target) == nil else {
      return
    }
    both { $0.move(path, to: target) }
  }

  private func disturb() {
    let directory = SourcePath.path("D\(pick(5))")
    if one(in: 2) {
      both { $0.endIncomplete(directory, [.truncatedByServer], .always) }
    } else {
      both { $0.fail(.list, at: directory, with: SourceError(.permissionDenied), .always) }
    }
  }

  private func randomFilter() -> FilterSettings {
    var filter = FilterSettings()
    filter.includesHidden = one(in: 2)
    if one(in: 2), let path = anyFile() { filter.excludedPaths = [path] }
    if one(in: 3) { filter.excludedPaths.append(.path("D\(pick(5))")) }
    return filter
  }

  private func anyFile() -> SourcePath? {
    let files = digested.memory.files
    return files.isEmpty ? nil : files[pick(files.count)]
  }

  private func both(_ change: (MemorySource) -> Void) {
    change(digested.memory)
    change(plain.memory)
  }

  private func one(in count: Int) -> Bool { pick(count) == 0 }
  private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

  private static let stableIDs = MemorySource.defaultCapabilities.stableID
}

extension MemorySource {
  /// Paths of files, in the order of their bytes.
  fileprivate var files: [SourcePath] {
    (0..<5).flatMap { number in
      (0..<50).flatMap { name in
        ["\(name).mkv", "\(name).srt", "\(name).nfo", "N\(name).mkv", "M\(name).mkv"].map {
          SourcePath.path("D\(number)/\($0)")
        }
      }
    }
    .filter { entry(at: $0)?.kind == .file }
  }
}

extension World {
  fileprivate func forgetDigests() async throws {
    _ = try await library.database.write(.maintenance) {
      try $0.run("UPDATE source_directory SET listing_digest = NULL")
    }
  }

  fileprivate func digestCount() async throws -> Int {
    try await library.database.read {
      Int(try $0.int64("SELECT count(listing_digest) FROM source_directory") ?? 0)
    }
  }

  /// All that is published, by path: everything but identifiers and digests.
  fileprivate func contents() async throws -> [String] {
    try await library.database.read { connection in
      try connection.all(Self.contentsSQL) { $0.text(0) }
    }
  }

  private static let contentsSQL = """
    WITH RECURSIVE place (id, path) AS (
      SELECT id, '' FROM source_directory WHERE parent_id IS NULL
      UNION ALL
      SELECT child.id, place.path || '/' || CAST(child.name AS TEXT)
      FROM place JOIN source_directory AS child ON child.parent_id = place.id
    )
    SELECT place.path || ' ' || availability || ' ' || directory_count || ' ' || item_count || ' '
      || row_revision || ' ' || coalesce(hex(stable_id), '-') || ' ' || coalesce(suspect_reason, '-')
      || ' ' || (incomplete_since_run_id IS NOT NULL) AS line
    FROM place JOIN source_directory USING (id)
    \(items("media_file"))
    \(items("sidecar"))
    ORDER BY line
    """

  private static func items(_ table: String) -> String {
    """
    UNION ALL
    SELECT place.path || '/' || CAST(name AS TEXT) || ' ' || availability
      || ' ' || coalesce(size_bytes, '-') || ' ' || coalesce(modified_at_ms, '-')
      || ' ' || coalesce(hex(stable_id), '-') || ' ' || coalesce(hex(etag), '-')
      || ' ' || coalesce(hold_reason, '-') || ' ' || coalesce(missing_scans, '-')
      || ' ' || row_revision
    FROM \(table) JOIN place ON place.id = directory_id
    """
  }
}
