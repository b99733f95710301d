package import KinoCore
internal import KinoStorage

extension MediaLibrary {
  /// The newest runs that are still known, newest first, with their sources.
  ///
  /// Runs of sources that were removed are left out. Costs a look at each of at most `limit` rows.
  ///
  /// - Parameters:
  ///   - source: Whose runs; `nil` for those of every source.
  ///   - limit: How many at most.
  /// - Returns: The runs.
  /// - Throws: `StorageError`: `notFound` when the source does not exist or was removed.
  package func recentRuns(
    of source: Source.ID? = nil,
    limit: Int
  ) async throws(StorageError) -> [RecentRun] {
    var id: SourceID?
    if let source { id = try await store.sources.find(source) }
    let summaries = try await store.sources.list()
    let names = Dictionary(uniqueKeysWithValues: summaries.map { ($0.id, $0) })
    return try await store.runs.recent(of: id, limit: limit).compactMap { report in
      guard let summary = names[report.source] else { return nil }
      return RecentRun(source: summary.uid, sourceName: summary.displayName, report: report)
    }
  }
}

/// A run, and what it was a run of.
package struct RecentRun: Hashable, Sendable {
  /// The source that was scanned.
  package let source: UID
  /// What people call the source.
  package let sourceName: String
  /// What is known of the run.
  package let report: RunReport
}
