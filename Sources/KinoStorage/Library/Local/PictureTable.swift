import KinoCore
import KinoSQL

/// Writes which pictures entities could show, and selects among them.
struct PictureTable {
  let uids: UIDGenerator
  let now: Timestamp

  /// Makes a sidecar the picture of these places, and of no others; returns the entities that it was
  /// a picture of.
  func write(
    _ item: SidecarAssignment,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    let present = try connection.all(Self.sidecarSQL) {
      $0.bind(1, item.sidecar)
    } _: { row in
      (
        id: row.int64(0), entity: row.int64(1), kind: row.text(2), score: row.int(3),
        isLocked: row.bool(4)
      )
    }
    for old in present where !old.isLocked {
      let isWanted = item.pictures.contains { place in
        place.entity == old.entity && place.kind.rawValue == old.kind && place.score == old.score
      }
      guard !isWanted else { continue }
      try connection.run("DELETE FROM artwork WHERE id = ?1") { $0.bind(1, old.id) }
    }
    for place in item.pictures {
      let isThere = present.contains { old in
        old.entity == place.entity && old.kind == place.kind.rawValue
          && (old.score == place.score || old.isLocked)
      }
      if !isThere { try insert(place, item.sidecar, in: connection) }
    }
    return present.map(\.entity)
  }

  private func insert(
    _ place: SidecarAssignment.Place,
    _ sidecar: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let uid = uids.next()
    try connection.run(Self.insertionSQL) { statement in
      statement.bind(1, uid)
      statement.bind(2, place.entity)
      statement.bind(3, place.kind.rawValue)
      statement.bind(4, sidecar)
      statement.bind(5, place.score)
      statement.bind(6, now.milliseconds)
    }
  }

  /// Makes the pictures that descriptions offer these, and takes those away whose files are gone.
  func write(
    _ pictures: [MetadataRecord.Picture],
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(Self.lossSQL) { $0.bind(1, entity) }
    let wanted = pictures.filter { $0.season == nil }.map { [$0.kind.rawValue, $0.address] }
    let present = try connection.all(Self.offeredSQL) {
      $0.bind(1, entity)
    } _: { row in
      [row.text(0), row.text(1)]
    }
    guard wanted != present else { return }
    try connection.run(Self.clearanceSQL) { $0.bind(1, entity) }
    for (index, picture) in wanted.enumerated() {
      let uid = uids.next()
      try connection.run(Self.offerSQL) { statement in
        statement.bind(1, uid)
        statement.bind(2, entity)
        statement.bind(3, picture[0])
        statement.bind(4, picture[1])
        statement.bind(5, 40 - Double(index) / 16)
        statement.bind(6, now.milliseconds)
      }
    }
  }

  /// Selects the best picture of each kind, where no hand has.
  func select(
    for entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var best: [String: Int64] = [:]
    var selected: [String: Int64] = [:]
    var settled: Set<String> = []
    try connection.prepare(Self.candidatesSQL).forEachRow(
      bind: { $0.bind(1, entity) },
      while: { row in
        let kind = row.text(1)
        if best[kind] == nil { best[kind] = row.int64(0) }
        if row.bool(2) { selected[kind] = row.int64(0) }
        if row.bool(2), row.bool(3) { settled.insert(kind) }
        return true
      }
    )
    for (kind, id) in best where selected[kind] != id && !settled.contains(kind) {
      if let old = selected[kind] {
        try connection.run("UPDATE artwork SET selected = 0 WHERE id = ?1") { $0.bind(1, old) }
      }
      try connection.run("UPDATE artwork SET selected = 1 WHERE id = ?1") { $0.bind(1, id) }
    }
  }

  private static let sidecarSQL = """
    SELECT id, entity_id, kind, CAST(score AS INTEGER), locked FROM artwork
    WHERE sidecar_id = ?1 AND entity_id IS NOT NULL
    """
  private static let insertionSQL = """
    INSERT INTO artwork (uid, entity_id, kind, origin, sidecar_id, score, updated_at_ms)
    SELECT ?1, ?2, ?3, 'sidecar', ?4, ?5, ?6
    WHERE EXISTS (SELECT 1 FROM media_entity WHERE id = ?2)
    """
  private static let lossSQL = """
    DELETE FROM artwork
    WHERE entity_id = ?1 AND origin = 'sidecar' AND locked = 0 AND (
      sidecar_id IS NULL
      OR (SELECT availability FROM sidecar WHERE sidecar.id = artwork.sidecar_id) <> 'present'
    )
    """
  /// In the order in which they were offered.
  private static let offeredSQL = """
    SELECT kind, reference FROM artwork
    WHERE entity_id = ?1 AND origin = 'provider' AND provider = 'nfo' AND locked = 0
    ORDER BY score DESC, id
    """
  private static let clearanceSQL = """
    DELETE FROM artwork
    WHERE entity_id = ?1 AND origin = 'provider' AND provider = 'nfo' AND locked = 0
    """
  private static let offerSQL = """
    INSERT INTO artwork (uid, entity_id, kind, origin, provider, reference, score, updated_at_ms)
    VALUES (?1, ?2, ?3, 'provider', 'nfo', ?4, ?5, ?6)
    """
  static let candidatesSQL = """
    SELECT id, kind, selected, locked FROM artwork
    WHERE entity_id = ?1 AND locale = '' ORDER BY kind, score DESC, id
    """
}
