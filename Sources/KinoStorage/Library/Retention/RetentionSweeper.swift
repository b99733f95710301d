package import KinoCore

/// Purges whatever is due, batch by batch, giving way to everybody else between two batches.
package struct RetentionSweeper: Sendable {
  private let store: RetentionStore

  package init(store: RetentionStore) {
    self.store = store
  }

  /// Sweeps all sources.
  ///
  /// Cancelling stops between two batches, or within one, which is then undone; what was purged
  /// before stays purged. The next sweep goes on from there.
  ///
  /// - Returns: What was deleted, in all.
  package func sweep() async throws(StorageError) -> PurgedBatch {
    var total = PurgedBatch()
    for source in try await store.sources() {
      var step: RetentionStep? = .files(from: DirectoryID(.min))
      while let current = step {
        guard !Task.isCancelled else {
          throw StorageError(.cancelled, message: "The sweep was cancelled.")
        }
        let batch = try await store.purge(source, current)
        total.files += batch.files
        total.sidecars += batch.sidecars
        total.directories += batch.directories
        step = batch.next
      }
    }
    return total
  }
}
