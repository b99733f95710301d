package import KinoCore
internal import KinoSQL

/// Finds the directories that are published nearest to paths.
package struct PublishedPlaces: Sendable {
  private let database: LibraryDatabase

  package init(database: LibraryDatabase) { self.database = database }

  /// For each path itself, or the nearest directory above it, that is present; the root at last.
  ///
  /// A look-up for each name.
  ///
  /// - Parameters:
  ///   - paths: The paths, in any order.
  ///   - source: The source.
  /// - Returns: The directories in order, each once; some may lie inside others.
  /// - Throws: ``StorageError``: `unavailable`, `damaged`.
  package func nearest(
    to paths: [SourcePath],
    in source: SourceID
  ) async throws(StorageError) -> [SourcePath] {
    try await database.read { connection in
      guard let root = try connection.int64(Self.rootSQL, bind: { $0.bind(1, source.rawValue) })
      else {
        return [.root]
      }
      let child = try connection.prepare(Self.childSQL)
      var found: Set<SourcePath> = []
      for path in paths {
        var (current, place) = (root, SourcePath.root)
        for name in path.components {
          child.bind(1, current)
          child.bind(2, name.bytes)
          guard let next = try child.first({ $0.int64(0) }) else { break }
          (current, place) = (next, place.appending(name))
        }
        found.insert(place)
      }
      return found.sorted()
    }
  }

  private static let rootSQL =
    "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL"
  /// By the index of names in a directory.
  static let childSQL = """
    SELECT id FROM source_directory
    WHERE parent_id = ?1 AND name = ?2 AND availability = 'present'
    """
}
