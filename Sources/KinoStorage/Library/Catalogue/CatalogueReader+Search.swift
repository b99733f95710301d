package import KinoCore
import KinoSQL

extension CatalogueReader {
  /// The films and series that a title names: those of just this title, else those that contain it.
  ///
  /// The first costs a look-up in an index, the second a pass over all titles.
  ///
  /// - Parameters:
  ///   - sortKey: What lists would sort the title by.
  ///   - year: Only those of this year; `nil` for all.
  ///   - limit: The most titles.
  /// - Returns: The titles, films first.
  /// - Throws: ``StorageError``.
  package func titles(
    named sortKey: SortKey,
    year: Int?,
    limit: Int
  ) async throws(StorageError) -> [CatalogueTitle] {
    guard !sortKey.bytes.isEmpty else { return [] }
    return try await database.read { connection in
      for sql in [Self.namedSQL, Self.containingSQL] {
        var found: [CatalogueTitle] = []
        for kind in [EntityKind.movie, .series] {
          let heads = try connection.all(sql) { statement in
            statement.bind(1, kind.rawValue)
            statement.bind(2, sortKey.bytes)
            statement.bind(3, year)
            statement.bind(4, limit - found.count)
          } _: {
            Head($0)
          }
          for head in heads { found.append(try Self.title(of: head, kind, in: connection)) }
        }
        if !found.isEmpty { return found }
      }
      return []
    }
  }

  private static func searchSQL(_ condition: String) -> String {
    """
    SELECT title.id, title.uid, title.title, title.year, title.sort_key
    FROM media_entity AS title
    WHERE title.kind = ?1 AND \(condition) AND title.merged_into_id IS NULL
      AND (?3 IS NULL OR title.year = ?3) AND (\(shown(.series)))
    ORDER BY title.sort_key, title.uid LIMIT ?4
    """
  }
  static let namedSQL = searchSQL("title.sort_key = ?2")
  private static let containingSQL = searchSQL("instr(title.sort_key, ?2) > 0")
}
