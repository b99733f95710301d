public import KinoCore
internal import KinoStorage

extension MediaLibrary {
  /// Purges what has been missing for longer than its source keeps it, and what tells of scans long
  /// past.
  ///
  /// Only rows go, in small batches that give way to everybody else; a source is never written to,
  /// and what people made themselves stays. Scans that do not end at their publication purge by
  /// themselves; a host calls this now and then, when the machine is idle. Cancelling stops it
  /// between two batches.
  ///
  /// - Returns: How many files, sidecars, runs and entities were purged.
  /// - Throws: `StorageError`: `diskFull`, `readOnly`, `damaged`, `cancelled`; the batches before stay
  ///   purged.
  @discardableResult
  public func maintain() async throws(StorageError) -> MaintenanceReport {
    var report = try await purgeMissing()
    let compacted = try await RunCompactor(database: database).compact(at: environment.clock.now())
    report.runs = compacted.runs
    report.entities = try await collectEntities()
    return report
  }

  /// Looks for damage and for broken promises in the library's file; changes nothing.
  ///
  /// Reads the whole file while others go on reading and writing. Cancelling stops it.
  ///
  /// - Returns: What is wrong, one sentence each; nothing when all is well.
  /// - Throws: `StorageError`: `unavailable` when the file cannot be read, `cancelled`. Damage is no
  ///   error here.
  public func verify() async throws(StorageError) -> [String] {
    try await LibraryVerifier(database: database).verify().map { violation in
      "\(violation.check): \(violation.subject)"
    }
  }

  /// Marks what nothing keeps any more, and deletes what was marked long enough ago.
  private func collectEntities() async throws(StorageError) -> Int {
    let now = environment.clock.now()
    let device = try await DeviceStore(beside: database).uid(at: now)
    let collector = EntityCollector(
      database: database,
      changes: ChangeLogStore(database: database, device: device)
    )
    var cursor: Int64? = 0
    while let place = cursor { cursor = try await collector.mark(after: place, at: now) }
    return try await collector.collectAll(at: now)
  }

  /// The retention that follows a finalize.
  func purgeMissing() async throws(StorageError) -> MaintenanceReport {
    let purged = try await RetentionSweeper(store: RetentionStore(database: database)).sweep()
    return MaintenanceReport(files: purged.files, sidecars: purged.sidecars)
  }
}

/// What a maintenance purged.
public struct MaintenanceReport: Hashable, Sendable {
  /// Rows of files whose grace was over.
  public var files = 0
  /// Rows of sidecars whose grace was over.
  public var sidecars = 0
  /// Films, series and the like that nothing has kept for a week.
  public var entities = 0
  /// Runs past their diagnostic retention.
  public var runs = 0
}
