import KinoCore
import KinoLocal
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

/// A library in a real database, over a source that a test spoils.
struct OutageLibrary: Sendable {
  let workspace = Workspace()
  let clock = ScaledClock()
  let memory: MemorySource
  let library: MediaLibrary
  private(set) var source: Source.ID

  /// Opens a library over an empty source in memory.
  init(policy: ScanPolicy = ScanPolicy()) async throws {
    memory = MemorySource(clock: clock)
    library = try await MediaLibrary.open(
      directory: workspace.file("library"),
      adapters: [MemoryAdapter(memory), LocalAdapter()],
      policy: policy,
      clock: clock
    )
    source = try await library.sources.add(MemoryAdapter.configuration, retention: .local).id
  }

  /// Opens a library over a source in memory that has been scanned: 12 films with two sidecars each
  /// and a series of 16 episodes.
  static func scanned(policy: ScanPolicy = ScanPolicy()) async throws -> OutageLibrary {
    let library = try await OutageLibrary(policy: policy)
    library.addFilms(1...12)
    for season in 1...2 {
      for episode in 1...8 {
        let index = season * 10 + episode
        library.addFile("Series/Show/S\(season)/E\(episode).mkv", index: 500 + index)
      }
    }
    try await library.scanExpectingSuccess()
    return library
  }

  /// Opens a library over a real folder, which is empty and not scanned yet.
  static func overFolder(
    named name: String = "tree",
    policy: ScanPolicy = ScanPolicy()
  ) async throws -> (OutageLibrary, FolderTree) {
    var library = try await OutageLibrary(policy: policy)
    let tree = try FolderTree(at: library.workspace.file(name))
    library.source = try await library.library.sources.add(.local(tree.path)).id
    return (library, tree)
  }

  /// Adds films with two sidecars each, every one of its own size and time.
  func addFilms(_ numbers: ClosedRange<Int>) {
    for number in numbers {
      addFile("Films/Film \(number)/Film \(number).mkv", index: number * 10)
      addFile("Films/Film \(number)/Film \(number).srt", index: number * 10 + 1)
      addFile("Films/Film \(number)/poster.jpg", index: number * 10 + 2)
    }
  }

  func addFile(_ path: String, index: Int) {
    memory.addFile(
      .path(path),
      size: Int64(1_000 + index),
      modifiedAt: Timestamp(milliseconds: 1_500_000_000_000 + Int64(index) * 60_000)
    )
  }

  /// Scans to the end.
  func scan(
    only directories: [SourcePath] = [],
    options: ScanOptions = ScanOptions()
  ) async -> ScanReport {
    await library.scan(source, only: directories, options: options).report
  }

  /// Scans, and requires that the scan completes.
  @discardableResult
  func scanExpectingSuccess(
    only directories: [SourcePath] = [],
    options: ScanOptions = ScanOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ScanReport {
    let report = await scan(only: directories, options: options)
    try #require(
      report.state == .completed,
      "\(String(describing: report.failure))",
      sourceLocation: sourceLocation
    )
    return report
  }

  /// What the library holds now, all of its checks passed.
  func contents() throws -> LibraryContents {
    let inspection = try DatabaseCopy.inspect(workspace.file("library"), in: workspace)
    return try #require(inspection).contents
  }

  /// Since when the source is noted as out of reach.
  func offlineSince() async throws -> Timestamp? {
    try await library.sources.get(source).offlineSince
  }
}

/// Expects that everything that was present still is, as the same rows, and nothing is missing.
func expectUntouched(
  _ now: LibraryContents,
  since before: LibraryContents,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(now.missing == before.missing, sourceLocation: sourceLocation)
  #expect(now.present == before.present, sourceLocation: sourceLocation)
}
