import KinoCore
import KinoSQL

/// Makes and changes rows of `media_entity` for a block of readings.
struct EntityTable: ~Copyable {
  private let uids: UIDGenerator
  private let insertion: Statement
  private let newText: Statement
  private let text: Statement
  private let newID: Statement
  /// What this block has made or changed.
  let novelties = EntityNovelties()

  /// Prepares the statements; what is written is dated `now`.
  init(
    _ uids: UIDGenerator,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let newID = try connection.prepare(Self.newIDSQL)
    newID.bind(5, now.milliseconds)
    let revision = 1 + (try connection.int64("SELECT revision FROM library_revision") ?? 0)
    let insertion = try connection.prepare(Self.insertionSQL)
    insertion.bind(17, now.milliseconds)
    insertion.bind(18, revision)
    let newText = try connection.prepare(Self.newTextSQL)
    newText.bind(5, now.milliseconds)
    let text = try connection.prepare(Self.textSQL)
    text.bind(5, now.milliseconds)
    self.uids = uids
    self.newID = newID
    self.insertion = insertion
    self.newText = newText
    self.text = text
  }

  /// Makes a row that a file is the first to show; returns its id.
  func add(
    _ row: EntityRow,
    for file: BindingTable.File,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    let uid = uids.next()
    insertion.bind(1, uid)
    insertion.bind(2, row.kind.rawValue)
    insertion.bind(3, row.key.text)
    Self.bindFacts(of: row, to: insertion)
    insertion.bind(15, Int64(bitPattern: uid.low << 2 ^ uid.high))
    insertion.bind(16, file.firstSeenAt)
    try insertion.run()
    let id = connection.lastInsertedRowID
    try write(title: row, of: id, with: newText)
    novelties.insert(row, as: id, for: file.id)
    return id
  }

  /// Makes a row something else in place: whatever hangs on it stays.
  func change(
    _ id: Int64,
    to row: EntityRow,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(Self.changeSQL)
    statement.bind(1, id)
    statement.bind(2, row.kind.rawValue)
    statement.bind(3, row.key.text)
    Self.bindFacts(of: row, to: statement)
    try statement.run()
    try write(title: row, of: id, with: text)
    novelties.insert(row)
  }

  /// Notes that an entity has another key now, and what belongs to it keys that begin with that.
  func noteRekeyed() { novelties.isAnything = true }

  /// Notes the identifiers that a name gives; one that is another's stays there.
  func note(_ ids: [ProviderID], of id: Int64, _ kind: EntityKind) throws(SQLiteError) {
    for one in ids {
      newID.bind(1, id)
      newID.bind(2, one.provider)
      newID.bind(3, one.namespace(of: kind))
      newID.bind(4, one.value)
      try newID.run()
      novelties.insert(one)
    }
  }

  private func write(
    title row: EntityRow,
    of id: Int64,
    with statement: borrowing Statement
  ) throws(SQLiteError) {
    statement.bind(1, id)
    statement.bind(2, row.title)
    statement.bind(3, row.sorting.bytes)
    statement.bind(4, row.sorting.version)
    try statement.run()
  }

  /// Binds ?4 to ?14.
  private static func bindFacts(of row: EntityRow, to statement: borrowing Statement) {
    statement.bind(4, row.parent)
    statement.bind(5, row.series)
    statement.bind(6, row.season)
    statement.bind(7, row.episode)
    statement.bind(8, row.absolute)
    statement.bind(9, row.extraKind)
    statement.bind(10, row.title)
    statement.bind(11, row.sorting.bytes)
    statement.bind(12, row.sorting.version)
    statement.bind(13, row.releaseDate)
    statement.bind(14, row.year)
  }
}

extension EntityTable {
  private static let insertionSQL = """
    INSERT INTO media_entity (uid, kind, identity_key, parent_id, series_id, season_number,
      episode_number, absolute_number, extra_kind, title, sort_key, sort_locale, sort_version,
      release_date, year, shuffle_key, match_state, added_at_ms, latest_added_at_ms,
      created_at_ms, updated_at_ms, changed_revision)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'und', ?12, ?13, ?14, ?15,
      'provisional', ?16, ?16, ?17, ?17, ?18)
    """
  private static let changeSQL = """
    UPDATE media_entity
    SET kind = ?2, identity_key = ?3, parent_id = ?4, series_id = ?5, season_number = ?6,
      episode_number = ?7, episode_number_end = NULL, absolute_number = ?8, extra_kind = ?9,
      title = ?10, sort_key = ?11, sort_locale = 'und', sort_version = ?12, release_date = ?13,
      year = ?14
    WHERE id = ?1
    """
  /// No entity that was not there has a text, and what cannot conflict cannot meet a lock.
  private static let newTextSQL = """
    INSERT INTO localized_metadata (entity_id, locale, title, sort_key, sort_version,
      updated_at_ms)
    VALUES (?1, 'und', ?2, ?3, ?4, ?5)
    """
  private static let textSQL = """
    \(newTextSQL)
    ON CONFLICT (entity_id, locale) DO UPDATE
    SET title = excluded.title, sort_key = excluded.sort_key,
      sort_version = excluded.sort_version, updated_at_ms = excluded.updated_at_ms
    WHERE localized_metadata.locked_fields & 3 = 0
    """
  private static let newIDSQL = """
    INSERT OR IGNORE INTO external_id (entity_id, provider, namespace, value, origin,
      created_at_ms)
    VALUES (?1, ?2, ?3, ?4, 'name', ?5)
    """
}
