import KinoCore
import KinoSQL

/// Writes which pictures entities could show, and selects among them.
struct PictureTable {
  let uids: UIDGenerator
  let now: Timestamp

  /// A picture that is there.
  private struct Present {
    var id: Int64
    var entity: Int64
    var kind: String
    var score: Int
    var isLocked: Bool

    func isOf(_ place: SidecarAssignment.Place) -> Bool {
      place.entity == entity && place.kind.rawValue == kind
    }
  }

  /// Makes sidecars the pictures of their places, and of no others; returns the entities that have got
  /// or lost one.
  func write(
    _ items: [SidecarAssignment],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    let present = try present(of: items, in: connection)
    let entities = try entities(of: items, in: connection)
    let insertion = try connection.prepare(Self.insertionSQL)
    insertion.bind(6, now.milliseconds)
    var changed: Set<Int64> = []
    for item in items where !item.pictures.isEmpty || present[item.sidecar] != nil {
      let there = present[item.sidecar] ?? []
      for old in there where !old.isLocked {
        guard !item.pictures.contains(where: { old.isOf($0) && old.score == $0.score }) else {
          continue
        }
        try connection.run("DELETE FROM artwork WHERE id = ?1") { $0.bind(1, old.id) }
        changed.insert(old.entity)
      }
      for place in item.pictures where entities.contains(place.entity) {
        guard !there.contains(where: { $0.isOf(place) && ($0.score == place.score || $0.isLocked) })
        else { continue }
        insertion.bind(1, uids.next())
        insertion.bind(2, place.entity)
        insertion.bind(3, place.kind.rawValue)
        insertion.bind(4, item.sidecar)
        insertion.bind(5, place.score)
        try insertion.run()
        changed.insert(place.entity)
      }
    }
    return changed
  }

  private func present(
    of items: [SidecarAssignment],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64: [Present]] {
    var present: [Int64: [Present]] = [:]
    try connection.query(Self.sidecarsSQL) { statement in
      statement.bind(1, JSONText(items.map { Int($0.sidecar) }))
    } _: { row in
      let one = Present(
        id: row.int64(1),
        entity: row.int64(2),
        kind: row.text(3),
        score: row.int(4),
        isLocked: row.bool(5)
      )
      present[row.int64(0), default: []].append(one)
    }
    return present
  }

  /// Those of the entities that are still there: they were looked up before this transaction.
  private func entities(
    of items: [SidecarAssignment],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    let wanted = Set(items.flatMap(\.pictures).map(\.entity))
    let found = try connection.all(Self.entitiesSQL) {
      $0.bind(1, JSONText(wanted.sorted().map { Int($0) }))
    } _: {
      $0.int64(0)
    }
    return Set(found)
  }

  /// Takes away the pictures of entities whose files are gone; returns the entities that have lost one.
  func removeLost(
    of entities: [Int64],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    let found = try connection.all(Self.lostSQL) {
      $0.bind(1, JSONText(entities.map { Int($0) }))
    } _: {
      (id: $0.int64(0), entity: $0.int64(1))
    }
    for lost in found {
      try connection.run("DELETE FROM artwork WHERE id = ?1") { $0.bind(1, lost.id) }
    }
    return Set(found.map(\.entity))
  }

  /// Makes the pictures that descriptions offer these.
  func write(
    _ pictures: [MetadataRecord.Picture],
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
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

  /// Selects the best picture of each kind of entities, where no hand has; returns the entities that
  /// show another now.
  func select(
    for entities: [Int64],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    var choices: [Place: Choice] = [:]
    try connection.query(Self.candidatesSQL) { statement in
      statement.bind(1, JSONText(entities.map { Int($0) }))
    } _: { row in
      let place = Place(entity: row.int64(0), kind: row.text(2))
      let id = row.int64(1)
      choices[place, default: Choice(best: id)].note(
        id,
        isSelected: row.bool(3),
        isLocked: row.bool(4)
      )
    }
    let changes = choices.filter { $0.value.isToChange }
    guard !changes.isEmpty else { return [] }
    let old = changes.values.compactMap(\.selected).sorted()
    if !old.isEmpty { try mark(old, isSelected: false, in: connection) }
    try mark(changes.values.map(\.best).sorted(), isSelected: true, in: connection)
    return Set(changes.keys.map(\.entity))
  }

  private func mark(
    _ pictures: [Int64],
    isSelected: Bool,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(Self.markSQL) { statement in
      statement.bind(1, JSONText(pictures.map { Int($0) }))
      statement.bind(2, isSelected)
    }
  }

  private struct Place: Hashable {
    var entity: Int64
    var kind: String
  }

  /// Which picture is selected, and which is the best.
  private struct Choice {
    let best: Int64
    private(set) var selected: Int64?
    private var isSettled = false

    init(best: Int64) { self.best = best }

    mutating func note(_ id: Int64, isSelected: Bool, isLocked: Bool) {
      guard isSelected else { return }
      selected = id
      if isLocked { isSettled = true }
    }

    var isToChange: Bool { selected != best && !isSettled }
  }

  static let sidecarsSQL = """
    SELECT picture.sidecar_id, picture.id, picture.entity_id, picture.kind,
      CAST(picture.score AS INTEGER), picture.locked
    FROM json_each(?1) AS wanted
    CROSS JOIN artwork AS picture ON picture.sidecar_id = wanted.value
    WHERE picture.entity_id IS NOT NULL
    """
  static let entitiesSQL = """
    SELECT entity.id
    FROM json_each(?1) AS wanted CROSS JOIN media_entity AS entity ON entity.id = wanted.value
    """
  private static let insertionSQL = """
    INSERT INTO artwork (uid, entity_id, kind, origin, sidecar_id, score, updated_at_ms)
    VALUES (?1, ?2, ?3, 'sidecar', ?4, ?5, ?6)
    """
  static let lostSQL = """
    SELECT picture.id, picture.entity_id
    FROM json_each(?1) AS wanted
    CROSS JOIN artwork AS picture ON picture.entity_id = wanted.value
    WHERE picture.origin = 'sidecar' AND picture.locked = 0 AND (
      picture.sidecar_id IS NULL
      OR (SELECT availability FROM sidecar WHERE sidecar.id = picture.sidecar_id) <> 'present'
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
    SELECT picture.entity_id, picture.id, picture.kind, picture.selected, picture.locked
    FROM json_each(?1) AS wanted
    CROSS JOIN artwork AS picture ON picture.entity_id = wanted.value
    WHERE picture.locale = ''
    ORDER BY picture.score DESC, picture.id
    """
  /// One statement for all: where there are locks SQLite keeps the pages that a statement changes.
  private static let markSQL =
    "UPDATE artwork SET selected = ?2 WHERE id IN (SELECT value FROM json_each(?1))"
}
