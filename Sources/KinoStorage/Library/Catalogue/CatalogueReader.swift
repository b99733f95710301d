package import KinoCore
import KinoSQL

/// Reads the films and series of a library, in the order in which lists show them.
package struct CatalogueReader: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) { self.database = database }

  /// How many entities there are of each kind; reads an index of each kind.
  package func counts() async throws(StorageError) -> CatalogueCounts {
    try await database.read { connection in
      var counts: [EntityKind: Int] = [:]
      for kind in EntityKind.allCases {
        let count = try connection.int64(Self.countSQL(of: kind)) { $0.bind(1, kind.rawValue) }
        counts[kind] = Int(count ?? 0)
      }
      return CatalogueCounts(counts)
    }
  }

  /// The titles of one kind that follow a place, at most `limit`.
  ///
  /// Costs look-ups for each title, in indexes; titles before the place cost nothing.
  package func titles(
    of kind: EntityKind,
    after cursor: CatalogueCursor?,
    limit: Int
  ) async throws(StorageError) -> CataloguePage {
    try await database.read { connection in
      let rows = try connection.all(Self.pageSQL) { statement in
        statement.bind(1, kind.rawValue)
        statement.bind(2, cursor?.sortKey ?? [])
        statement.bind(3, cursor?.uid.bytes ?? [])
        statement.bind(4, limit + 1)
      } _: { row in
        Head(row)
      }
      let shown = rows.prefix(limit)
      var titles: [CatalogueTitle] = []
      for head in shown { titles.append(try Self.title(of: head, kind, in: connection)) }
      let next = rows.count > limit ? shown.last : nil
      return CataloguePage(
        titles: titles,
        next: next.map { CatalogueCursor(kind: kind, sortKey: $0.sortKey, uid: $0.uid) }
      )
    }
  }

  /// A title before what belongs to it is counted.
  struct Head {
    var id: Int64
    var uid: UID
    var title: String
    var year: Int?
    var sortKey: [UInt8]

    init(_ row: borrowing Row) {
      id = row.int64(0)
      uid = UID(bytes: row.bytes(1)) ?? UID(high: 0, low: 0)
      title = row.text(2)
      year = row.optionalInt(3)
      sortKey = row.bytes(4)
    }
  }

  static func title(
    of head: Head,
    _ kind: EntityKind,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> CatalogueTitle {
    let files = try connection.first(kind == .movie ? movieFilesSQL : seriesFilesSQL) {
      $0.bind(1, head.id)
    } _: { row in
      (versions: row.int(0), parts: row.int(1), present: row.int(2))
    }
    let below = try connection.first(belowSQL) {
      $0.bind(1, head.id)
    } _: { row in
      (seasons: row.int(0), episodes: row.int(1), extras: row.int(2))
    }
    return CatalogueTitle(
      uid: head.uid,
      kind: kind,
      title: head.title,
      year: head.year,
      versions: files?.versions ?? 0,
      parts: files?.parts ?? 0,
      seasons: below?.seasons ?? 0,
      episodes: below?.episodes ?? 0,
      extras: below?.extras ?? 0,
      presentFiles: files?.present ?? 0,
      subtitles: try connection.all(kind == .movie ? movieSubtitlesSQL : seriesSubtitlesSQL) {
        $0.bind(1, head.id)
      } _: { row in
        row.text(0)
      }
    )
  }

  /// Counts what lists show: what files show, or showed until they were purged.
  static func countSQL(of kind: EntityKind) -> String {
    """
    SELECT count(*) FROM media_entity AS title
    WHERE kind = ?1 AND merged_into_id IS NULL AND (\(shown(kind)))
    """
  }
  /// Whether files show `title` or what belongs to it.
  static func shown(_ kind: EntityKind) -> String {
    let own = "EXISTS (SELECT 1 FROM file_binding WHERE entity_id = title.id)"
    guard let owner = [.series: "series_id", .season: "parent_id"][kind] else { return own }
    return """
      \(own) OR EXISTS (
        SELECT 1 FROM media_entity AS below CROSS JOIN file_binding AS bound
          ON bound.entity_id = below.id
        WHERE below.\(owner) = title.id
      )
      """
  }
  /// What no file was ever left to is no title: its files turned out to show something else.
  static let pageSQL = """
    SELECT title.id, title.uid, title.title, title.year, title.sort_key
    FROM media_entity AS title
    WHERE title.kind = ?1 AND (title.sort_key, title.uid) > (?2, ?3)
      AND title.merged_into_id IS NULL AND (\(shown(.series)))
    ORDER BY title.sort_key, title.uid LIMIT ?4
    """
  static let movieFilesSQL = """
    SELECT count(*) FILTER (WHERE bound.role IN ('primary', 'version', 'contained')),
      count(*) FILTER (WHERE bound.role = 'part'),
      count(*) FILTER (WHERE file.availability = 'present')
    FROM file_binding AS bound CROSS JOIN media_file AS file ON file.id = bound.media_file_id
    WHERE bound.entity_id = ?1
    """
  static let seriesFilesSQL = """
    SELECT 0, 0, count(*) FILTER (WHERE file.availability = 'present')
    FROM media_entity AS entity CROSS JOIN file_binding AS bound ON bound.entity_id = entity.id
    CROSS JOIN media_file AS file ON file.id = bound.media_file_id
    WHERE entity.series_id = ?1
    """
  static let movieSubtitlesSQL = """
    SELECT DISTINCT coalesce(item.language, 'und')
    FROM file_binding AS bound CROSS JOIN sidecar AS item
      ON item.media_file_id = bound.media_file_id
    WHERE bound.entity_id = ?1 AND item.kind = 'subtitle' AND item.availability = 'present'
    ORDER BY 1
    """
  static let seriesSubtitlesSQL = """
    SELECT DISTINCT coalesce(item.language, 'und')
    FROM media_entity AS entity CROSS JOIN file_binding AS bound ON bound.entity_id = entity.id
    CROSS JOIN sidecar AS item ON item.media_file_id = bound.media_file_id
    WHERE entity.series_id = ?1 AND item.kind = 'subtitle' AND item.availability = 'present'
    ORDER BY 1
    """
  static let belowSQL = """
    SELECT
      (SELECT count(*) FROM media_entity AS title
        WHERE parent_id = ?1 AND kind = 'season' AND (\(shown(.season)))),
      (SELECT count(*) FROM media_entity AS title
        WHERE series_id = ?1 AND kind = 'episode' AND \(shown(.episode))),
      (SELECT count(*) FROM media_entity AS title
        WHERE parent_id = ?1 AND kind = 'extra' AND \(shown(.extra)))
    """
}
