public import KinoCore
internal import KinoStorage

extension MediaLibrary {
  /// Lets removals that are held back pass: what they concern goes missing now, in one transaction.
  ///
  /// - Parameter source: The source's identifier.
  /// - Returns: How many files and sidecars went missing.
  /// - Throws: `StorageError`: `notFound` for a source that does not exist or was removed, `diskFull`,
  ///   `readOnly`.
  @discardableResult
  public func confirmRemovals(in source: Source.ID) async throws(StorageError) -> Int {
    let id = try await store.sources.find(source)
    return try await holds.confirm(.all, of: id, at: environment.clock.now()).total
  }

  /// Keeps what is held back, whatever later scans see, until the host confirms it.
  ///
  /// - Parameter source: The source's identifier.
  /// - Returns: How many files and sidecars are kept that were not before.
  /// - Throws: `StorageError`: as ``confirmRemovals(in:)``.
  @discardableResult
  public func rejectRemovals(in source: Source.ID) async throws(StorageError) -> Int {
    let id = try await store.sources.find(source)
    return try await holds.reject(.all, of: id, at: environment.clock.now()).total
  }

  /// Takes back what the last finalize of a source removed, as far as retention has not purged it.
  ///
  /// What comes back stays published until a scan sees it again or the host confirms its removal.
  ///
  /// - Parameter source: The source's identifier.
  /// - Returns: How much came back, and what could not.
  /// - Throws: `StorageError`: as ``confirmRemovals(in:)``.
  @discardableResult
  public func undoRemovals(in source: Source.ID) async throws(StorageError) -> UndoneRemovals {
    let id = try await store.sources.find(source)
    let outcome = try await holds.undoRemovals(of: id, at: environment.clock.now())
    return UndoneRemovals(
      restored: outcome.restored.total,
      blocked: outcome.blocked.total,
      blockedPaths: outcome.blockedPaths
    )
  }

  /// The removals of a source that are held back, videos first.
  ///
  /// - Parameters:
  ///   - source: The source's identifier.
  ///   - limit: The most to return.
  /// - Returns: What is held, since when, and why.
  /// - Throws: `StorageError`: `notFound` for a source that does not exist or was removed.
  public func heldRemovals(
    in source: Source.ID,
    limit: Int = 1_000
  ) async throws(StorageError) -> [HeldFile] {
    let id = try await store.sources.find(source)
    return try await holds.list(id, limit: limit).map { held in
      HeldFile(path: held.path, reason: held.reason, since: held.since, size: held.size)
    }
  }

  private var holds: HoldStore { HoldStore(database: database) }
}

/// A file or sidecar that a scan no longer saw, and that is published all the same.
public struct HeldFile: Hashable, Sendable {
  /// Where it was seen last.
  public let path: SourcePath
  /// Why its removal is held back.
  public let reason: HoldReason
  /// Since when.
  public let since: Timestamp
  /// Its size in bytes, where known.
  public let size: Int64?
}

/// What an undo brought back.
public struct UndoneRemovals: Hashable, Sendable {
  /// Files and sidecars that are published again.
  public let restored: Int
  /// Files and sidecars that stay missing, since something newer has taken their place.
  public let blocked: Int
  /// The first of these.
  public let blockedPaths: [SourcePath]
}
