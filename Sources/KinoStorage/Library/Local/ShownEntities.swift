import KinoCore
import KinoSQL

/// What a block of files shows.
enum ShownEntities {
  /// What files show, with the seasons and series that it is of.
  static func of(
    _ files: [FileID],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    var entities: Set<Int64> = []
    try connection.query(sql) { statement in
      statement.bind(1, JSONText(files.map { Int($0.rawValue) }))
    } _: { row in
      for column in Int32(0)..<3 {
        if let entity = row.optionalInt64(column) { entities.insert(entity) }
      }
    }
    return entities
  }

  static let sql = """
    SELECT coalesce(entity.merged_into_id, entity.id), entity.parent_id, entity.series_id
    FROM json_each(?1) AS wanted
    CROSS JOIN file_binding AS bound ON bound.media_file_id = wanted.value
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    """
}

/// What of a block of entities has to be looked at for what descriptions say.
enum DescribedEntities {
  /// Those that are described, or were, and all that others' descriptions may be about, in their order.
  static func candidates(
    among entities: [Int64],
    _ descriptions: borrowing DescriptionReader,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    var candidates: [Int64] = []
    try connection.query(sql) { statement in
      statement.bind(1, JSONText(entities.map { Int($0) }))
    } _: { row in
      let id = row.int64(0)
      if row.bool(1) || descriptions.describes(id) { candidates.append(id) }
    }
    return candidates
  }

  /// Series and seasons always: what describes them lies beside files of others.
  static let sql = """
    SELECT entity.id,
      entity.kind IN ('series', 'season') OR entity.provenance_json IS NOT NULL
      OR EXISTS (
        SELECT 1 FROM localized_metadata
        WHERE entity_id = entity.id AND locale = '\(DescribedEntityTable.locale)'
      )
      OR EXISTS (SELECT 1 FROM external_id WHERE entity_id = entity.id AND origin = 'nfo')
      OR EXISTS (SELECT 1 FROM entity_genre WHERE entity_id = entity.id AND origin = 'nfo')
      OR EXISTS (SELECT 1 FROM credit WHERE entity_id = entity.id AND origin = 'nfo')
      OR EXISTS (
        SELECT 1 FROM artwork
        WHERE entity_id = entity.id AND origin = 'provider' AND provider = 'nfo'
      )
    FROM json_each(?1) AS wanted CROSS JOIN media_entity AS entity ON entity.id = wanted.value
    WHERE entity.merged_into_id IS NULL
    """
}
