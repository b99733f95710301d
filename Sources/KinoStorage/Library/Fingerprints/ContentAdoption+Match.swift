import KinoCore
import KinoSQL

extension ContentAdoption {
  /// Copies the match of the same content, with its lock.
  ///
  /// A match made by hand goes before one that was not, and replaces one; otherwise a file that has
  /// a match keeps it. When two hands disagreed, neither counts.
  func adoptMatch(
    into file: Peer,
    from donors: [Peer],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let own = try bindings(of: file, in: connection)
    guard !own.contains(where: \.isLocked) else { return }
    var matches: [Match] = []
    for donor in donors {
      matches.append(Match(donor: donor, bindings: try bindings(of: donor, in: connection)))
    }
    guard let match = Self.choice(among: matches) else { return }
    guard own.isEmpty || match.isLocked else { return }
    for binding in own { try connection.run(Self.dropSQL) { $0.bind(1, binding.id) } }
    try copy(match, to: file, in: connection)
  }

  struct Match {
    var donor: Peer
    var bindings: [Binding]

    var isLocked: Bool { bindings.contains(where: \.isLocked) }
    var entities: Set<Int64> { Set(bindings.map(\.entity)) }
  }

  struct Binding {
    var id: Int64
    var entity: Int64
    var isLocked: Bool
  }

  /// The match to take over: by hand if there is one, else the first.
  static func choice(among matches: [Match]) -> Match? {
    let locked = matches.filter(\.isLocked)
    guard let first = locked.first else { return matches.first { !$0.bindings.isEmpty } }
    return locked.allSatisfy { $0.entities == first.entities } ? first : nil
  }

  private func bindings(
    of file: Peer,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Binding] {
    try connection.all(Self.bindingsSQL) {
      $0.bind(1, file.file.rawValue)
    } _: { row in
      Binding(id: row.int64(0), entity: row.int64(1), isLocked: row.bool(2))
    }
  }

  /// Locked ones go first: no other may be added beside them.
  private func copy(
    _ match: Match,
    to file: Peer,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var paths = try PathResolver(in: connection)
    let place = try connection.first(Self.placeSQL) {
      $0.bind(1, file.file.rawValue)
    } _: { row in
      (source: row.bytes(0), directory: DirectoryID(row.int64(1)), name: row.bytes(2))
    }
    guard let place, let parent = try paths.path(of: place.directory) else { return }
    let path = parent.appending(PathComponent(trusted: place.name))
    let takesAll = !match.isLocked
    for binding in match.bindings where binding.isLocked || takesAll {
      try connection.run(Self.copySQL) { statement in
        statement.bind(1, file.file.rawValue)
        statement.bind(2, binding.id)
        statement.bind(3, place.source)
        statement.bind(4, path.bytes)
        statement.bind(5, fingerprint)
        statement.bind(6, now.milliseconds)
      }
      try connection.run(Self.touchSQL) { $0.bind(1, binding.entity) }
    }
  }

  private static let bindingsSQL = """
    SELECT id, entity_id, locked FROM file_binding WHERE media_file_id = ?1
    ORDER BY locked DESC, id
    """
  private static let dropSQL = "DELETE FROM file_binding WHERE id = ?1"
  private static let placeSQL = """
    SELECT source.uid, file.directory_id, file.name
    FROM media_file AS file CROSS JOIN library_source AS source ON source.id = file.source_id
    WHERE file.id = ?1
    """
  /// The copy has no uid and no clock: no hand made it, and sync tells of the one that a hand made.
  ///
  /// Beside the first file of a title a second is another version of it.
  private static let copySQL = """
    INSERT INTO file_binding (entity_id, media_file_id, source_uid, path, size_bytes, fingerprint,
      role, position, start_ms, end_ms, version_label, method, confidence, locked, created_at_ms,
      updated_at_ms)
    SELECT entity_id, ?1, ?3, ?4, (SELECT size_bytes FROM media_file WHERE id = ?1), ?5,
      CASE role WHEN 'primary' THEN 'version' ELSE role END, position, start_ms, end_ms,
      version_label, 'fingerprint', confidence, locked, ?6, ?6
    FROM file_binding WHERE id = ?2
    """
  private static let touchSQL = """
    UPDATE media_entity SET changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
}
