internal import KinoCore

extension ScanRun {
  /// Files whose work is queued again in one transaction.
  private static let batchSize = 5_000

  /// Queues again what was made by an older version; nothing is listed, and no source is needed.
  func repair(_ progress: RunProgress) async throws(ScanStop) {
    emit(.phase(.settle))
    var last: FileID?
    repeat {
      if Task.isCancelled { throw .cancelled }
      let after = last
      let batch = try await storing { () async throws(StorageError) in
        try await store.requeueOutdated(
          of: source.id,
          fingerprintVersion: ContentFingerprint.version,
          after: after,
          limit: Self.batchSize,
          at: clock.now()
        )
      }
      await progress.update { $0.requeued += batch.count }
      last = batch.last
    } while last != nil
    try await storing { () async throws(StorageError) in
      try await store.end(handle, as: .done, at: clock.now())
    }
    await progress.update { $0.state = .completed }
  }
}
