package import KinoCore
import KinoSQL

/// Says what the library knows about a path of a source, for `explain(path)`.
package struct ExplainStore: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) {
    self.database = database
  }

  /// The rows that lie at a path, missing ones included, and what is known of the way there.
  ///
  /// Names are compared as bytes. All facts are of one snapshot.
  package func facts(
    about path: SourcePath,
    in source: SourceID
  ) async throws(StorageError) -> PathFacts {
    try await database.read { connection in
      var facts = PathFacts(path: path)
      var level = try Self.directories(Self.root, source.rawValue, nil, connection)
      facts.directories = level
      let names = path.components
      for (index, name) in names.enumerated() {
        let isLast = index == names.count - 1
        if isLast {
          for directory in level {
            let parent = directory.id.rawValue
            facts.items += try Self.items(.video, in: parent, name.bytes, connection)
            facts.items += try Self.items(.sidecar, in: parent, name.bytes, connection)
          }
        }
        var next: [DirectoryRow] = []
        for directory in level {
          next += try Self.directories(
            Self.children,
            directory.id.rawValue,
            name.bytes,
            connection
          )
        }
        facts.directories += next
        level = next
      }
      facts.isDirectory = !level.isEmpty
      facts.unreachableSince = try Self.unreachable(facts.directories, connection)
      return facts
    }
  }

  private static func directories(
    _ sql: String,
    _ key: Int64,
    _ name: [UInt8]?,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [DirectoryRow] {
    try connection.all(sql) { statement in
      statement.bind(1, key)
      if let name { statement.bind(2, name) }
    } _: { row in
      DirectoryRow(
        id: DirectoryID(row.int64(0)),
        availability: Availability(rawValue: row.text(1)) ?? .present,
        incompleteSince: row.optionalInt64(2).map { RunID($0) },
        isSuspect: !row.isNull(3),
        missingSince: row.optionalInt64(4).map { Timestamp(milliseconds: $0) },
        itemCount: row.int(5),
        directoryCount: row.int(6)
      )
    }
  }

  private static func items(
    _ kind: ItemKind,
    in directory: Int64,
    _ name: [UInt8],
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [ItemRow] {
    try connection.all(kind == .video ? files : sidecars) { statement in
      statement.bind(1, directory)
      statement.bind(2, name)
    } _: { row in
      ItemRow(
        kind: kind,
        id: row.int64(0),
        availability: Availability(rawValue: row.text(1)) ?? .present,
        detail: row.text(2),
        size: row.optionalInt64(3),
        modifiedAt: row.optionalInt64(4).map { Timestamp(milliseconds: $0) },
        firstSeenAt: Timestamp(milliseconds: row.int64(5)),
        missingSince: row.optionalInt64(6).map { Timestamp(milliseconds: $0) },
        hold: row.optionalText(7).map { HoldReason(rawValue: $0) ?? .brake },
        heldSince: row.optionalInt64(8).map { Timestamp(milliseconds: $0) },
        lastSeenRun: row.optionalInt64(9).map { RunID($0) },
        lastSeenAt: row.optionalInt64(10).map { Timestamp(milliseconds: $0) }
      )
    }
  }

  /// When the run began that first failed to list one of these directories.
  private static func unreachable(
    _ directories: [DirectoryRow],
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> Timestamp? {
    let runs = directories.filter { $0.availability != .missing }.compactMap(\.incompleteSince)
    guard let first = runs.min() else { return nil }
    let time = try connection.int64(runTime) { $0.bind(1, first.rawValue) }
    return time.map { Timestamp(milliseconds: $0) }
  }
}

extension ExplainStore {
  private static let columns = """
    SELECT id, availability, incomplete_since_run_id, suspect_reason, missing_since_ms, item_count,
      directory_count
    FROM source_directory
    """
  private static let root = "\(columns) WHERE source_id = ?1 AND parent_id IS NULL"
  private static let children = "\(columns) WHERE parent_id = ?1 AND name = ?2 ORDER BY id"
  private static let files = """
    SELECT file.id, file.availability, file.media_kind, file.size_bytes, file.modified_at_ms,
      file.first_seen_at_ms, file.missing_since_ms, file.hold_reason, file.hold_since_ms,
      seen.run_id, coalesce(run.started_at_ms, run.requested_at_ms)
    FROM media_file AS file
    JOIN media_file_last_seen AS seen ON seen.media_file_id = file.id
    LEFT JOIN scan_run AS run ON run.id = seen.run_id
    WHERE file.directory_id = ?1 AND file.name = ?2 ORDER BY file.id
    """
  /// Sidecars follow their directory; only the run that wrote the row is known of them.
  private static let sidecars = """
    SELECT item.id, item.availability, item.kind, item.size_bytes, item.modified_at_ms,
      item.first_seen_at_ms, item.missing_since_ms, item.hold_reason, item.hold_since_ms,
      item.last_seen_run_id, coalesce(run.started_at_ms, run.requested_at_ms)
    FROM sidecar AS item LEFT JOIN scan_run AS run ON run.id = item.last_seen_run_id
    WHERE item.directory_id = ?1 AND item.name = ?2 ORDER BY item.id
    """
  private static let runTime = """
    SELECT coalesce(started_at_ms, requested_at_ms) FROM scan_run WHERE id = ?1
    """
}
