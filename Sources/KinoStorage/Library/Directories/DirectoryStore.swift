package import KinoCore
import KinoSQL

/// The published side of the comparison, and the ids of directories to come.
package struct DirectoryStore: Sendable {
  let database: LibraryDatabase

  /// What is published for these directories, in their order, on one snapshot.
  ///
  /// An id that is not published, or belongs to another source, comes back empty.
  package func published(
    _ directories: [DirectoryID],
    of source: SourceID,
    items: ItemExtent
  ) async throws(StorageError) -> [PublishedDirectory] {
    try await database.read { connection throws(SQLiteError) in
      let reader = try DirectoryReader(of: source, in: connection)
      var result: [PublishedDirectory] = []
      result.reserveCapacity(directories.count)
      for directory in directories { result.append(try reader.read(directory, items: items)) }
      return result
    }
  }

  /// Reserves consecutive directory ids that no run will get again.
  package func reserveIDs(_ count: Int) async throws(StorageError) -> Range<Int64> {
    try await database.write(.scan) { connection throws(SQLiteError) in
      try Self.reserveIDs(count, in: connection)
    }
  }

  /// Reserves ids within a transaction of the caller's.
  static func reserveIDs(
    _ count: Int,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Range<Int64> {
    let first = try connection.int64(reserveSQL) { $0.bind(1, count) } ?? 0
    return first..<first + Int64(count)
  }

  private static let reserveSQL = """
    UPDATE library_revision SET next_directory_id = next_directory_id + ?1 WHERE id = 1
    RETURNING next_directory_id - ?1
    """
}
