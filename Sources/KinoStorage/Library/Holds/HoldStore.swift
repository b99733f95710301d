package import KinoCore
import KinoSQL

/// Lists removals that are held back, and carries out what the host decides about them.
///
/// Every decision advances the source's publication, so that a scan in flight compares and plans
/// anew instead of publishing what it planned before.
package struct HoldStore: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) {
    self.database = database
  }

  /// One page of a source's held removals: videos first, then sidecars, each by id.
  ///
  /// A page follows the last item of the one before; `nil` begins.
  package func list(
    _ source: SourceID,
    after item: HeldItem? = nil,
    limit: Int
  ) async throws(StorageError) -> [HeldRemoval] {
    try await database.read { connection in
      var paths = try PathResolver(in: connection)
      var page: [HeldRemoval] = []
      for (kind, sql) in [(ItemKind.video, Self.heldVideos), (.sidecar, Self.heldSidecars)] {
        if kind == .video, item?.kind == .sidecar { continue }
        let statement = try connection.prepare(sql)
        statement.bind(1, source.rawValue)
        statement.bind(2, item?.kind == kind ? item?.id : .min)
        statement.bind(3, limit - page.count)
        try statement.forEachRow { (row) throws(SQLiteError) -> Void in
          let directory = DirectoryID(row.int64(1))
          page.append(
            HeldRemoval(
              item: HeldItem(kind: kind, id: row.int64(0)),
              path: try paths.path(of: row.bytes(2), in: directory),
              reason: HoldReason(rawValue: row.text(3)) ?? .brake,
              since: Timestamp(milliseconds: row.int64(4)),
              size: row.optionalInt64(5)
            )
          )
        }
      }
      return page
    }
  }

  /// How many removals of a source are held.
  package func count(_ source: SourceID) async throws(StorageError) -> HeldCount {
    try await database.read { connection in
      try connection.first(Self.counts) { statement in
        statement.bind(1, source.rawValue)
      } _: { row in
        HeldCount(videos: row.int(0), sidecars: row.int(1))
      } ?? HeldCount(videos: 0, sidecars: 0)
    }
  }

  /// Lets held removals pass: the items go missing now, and their retention begins.
  ///
  /// Directories stay as they are until the next scan looks at them.
  ///
  /// - Returns: How many went missing.
  package func confirm(
    _ selection: HeldSelection,
    of source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) -> HeldCount {
    try await decide(HoldVerdict.confirm, selection, source, now)
  }

  /// Keeps held items whatever later scans see: from now on only the host lets their removal pass.
  ///
  /// - Returns: How many are kept that were not before.
  package func reject(
    _ selection: HeldSelection,
    of source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) -> HeldCount {
    try await decide(HoldVerdict.reject, selection, source, now)
  }

  private func decide(
    _ verdict: HoldVerdict,
    _ selection: HeldSelection,
    _ source: SourceID,
    _ now: Timestamp
  ) async throws(StorageError) -> HeldCount {
    try await database.write(.scan, priority: .user) { connection in
      let publication = try SourcePublication.next(of: source, in: connection)
      var count = HeldCount(videos: 0, sidecars: 0)
      switch selection {
      case .all:
        count.videos = try verdict.apply(.video, nil, source, publication, now, connection)
        count.sidecars = try verdict.apply(.sidecar, nil, source, publication, now, connection)
      case .items(let items):
        for item in items {
          let done = try verdict.apply(item.kind, item.id, source, publication, now, connection)
          if item.kind == .video { count.videos += done } else { count.sidecars += done }
        }
      }
      guard count.total > 0 else { return count }
      try DirectoryFacts.settle(source, publication: publication, in: connection)
      try SidecarInputs.changed(of: source, publication: publication, at: now, in: connection)
      try SourcePublication.advance(source, to: publication, in: connection)
      return count
    }
  }

  static let heldVideos = """
    SELECT id, directory_id, name, hold_reason, hold_since_ms, size_bytes FROM media_file
    WHERE source_id = ?1 AND hold_reason IS NOT NULL AND id > ?2 ORDER BY id LIMIT ?3
    """
  static let heldSidecars = """
    SELECT id, directory_id, name, hold_reason, hold_since_ms, size_bytes FROM sidecar
    WHERE source_id = ?1 AND hold_reason IS NOT NULL AND id > ?2 ORDER BY id LIMIT ?3
    """
  private static let counts = """
    SELECT
      (SELECT count(*) FROM media_file WHERE source_id = ?1 AND hold_reason IS NOT NULL),
      (SELECT count(*) FROM sidecar WHERE source_id = ?1 AND hold_reason IS NOT NULL)
    """
}
