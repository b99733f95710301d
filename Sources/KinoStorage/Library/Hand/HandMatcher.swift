import KinoCore
import KinoSQL

/// Binds a file to what a hand says that it shows.
struct HandMatcher: ~Copyable {
  /// One thing that the file is to show.
  struct Target {
    var entity: Int64
    var binding: BindingDraft
  }

  let finder: EntityFinder
  let entities: EntityTable
  let bindings: BindingTable
  let changes: ChangeLogStore
  let now: Timestamp

  init(
    _ changes: ChangeLogStore,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let finder = try EntityFinder(in: connection)
    let entities = try EntityTable(changes.database.uids, at: now, in: connection)
    let bindings = try BindingTable(at: now, in: connection)
    self.finder = finder
    self.entities = entities
    self.bindings = bindings
    self.changes = changes
    self.now = now
  }

  /// Binds the file; returns what it shows now.
  func match(
    _ file: BindingTable.File,
    as showing: HandShowing,
    in connection: borrowing Connection
  ) throws -> [UID] {
    let bound = try bindings.bindings(of: file, in: connection)
    let targets = try targets(of: file, bound, showing, in: connection)
    try HandBinding(changes: changes, now: now).bind(file, to: targets, in: connection)
    try leave(bound.map(\.entity), for: targets.map(\.entity), in: connection)
    var uids: [UID] = []
    for target in targets {
      if let row = try HandEntity.find(target.entity, in: connection) { uids.append(row.uid) }
    }
    return uids
  }

  private func targets(
    of file: BindingTable.File,
    _ bound: [BindingTable.Bound],
    _ showing: HandShowing,
    in connection: borrowing Connection
  ) throws -> [Target] {
    switch showing {
    case .entity(let uid):
      let row = try HandEntity.find(uid, in: connection)
      guard row.kind == .movie || row.kind == .episode else {
        throw StorageError(
          .refused,
          message: "A file shows a film or an episode; that is neither. Name a season and a number."
        )
      }
      return [Target(entity: row.id, binding: .whole)]
    case .movie(let draft):
      let row = EntityRow(draft)
      let found = try finder.find(draft)
      let entity = try found ?? make(row, of: file, in: bound, in: connection)
      try HandIDs(now: now).note(draft, of: entity, in: connection)
      return [Target(entity: entity, binding: .whole)]
    case .episodes(let draft, let season, let numbers):
      let series = try series(draft, for: file, in: connection)
      return try episodes(numbers, of: season, of: series, file, bound, in: connection)
    }
  }

  private func series(
    _ draft: TitleDraft,
    for file: BindingTable.File,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> SeriesRow {
    let found = try finder.find(draft)
    let id: Int64
    if let found {
      id = found
    } else {
      id = try entities.add(EntityRow(draft), for: file, in: connection)
    }
    try HandIDs(now: now).note(draft, of: id, in: connection)
    let row = try connection.first(Self.seriesSQL) {
      $0.bind(1, id)
    } _: { row in
      SeriesRow(
        id: id,
        key: row.optionalText(0).map { IdentityKey(stored: $0) } ?? draft.key,
        sortKey: SortKey(row.bytes(1), version: row.text(2))
      )
    }
    return row ?? SeriesRow(id: id, key: draft.key, sortKey: draft.sorting)
  }

  private func episodes(
    _ numbers: [Int],
    of season: Int,
    of series: SeriesRow,
    _ file: BindingTable.File,
    _ bound: [BindingTable.Bound],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Target] {
    let row = EntityRow(season: season, of: series)
    let parent: Int64
    if let found = try finder.find(row.key) {
      parent = found
    } else {
      parent = try entities.add(row, for: file, in: connection)
    }
    var targets: [Target] = []
    for (position, number) in numbers.enumerated() {
      let row = EntityRow(
        episode: .numbered(season: season, number),
        of: series,
        season: parent
      )
      let old = numbers.count == 1 ? bound : []
      let entity: Int64
      if let found = try finder.find(row.key) {
        entity = found
      } else {
        entity = try make(row, of: file, in: old, in: connection)
      }
      let binding: BindingDraft =
        numbers.count == 1
        ? .whole : BindingDraft(role: .contained, position: position, label: nil)
      targets.append(Target(entity: entity, binding: binding))
    }
    return targets
  }

  /// Makes what is not there: of what the file alone has been taken for, else anew.
  private func make(
    _ row: EntityRow,
    of file: BindingTable.File,
    in bound: [BindingTable.Bound],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    for one in bound where bound.count == 1 {
      guard let old = try finder.find(one.entity), old.isProvisional,
        old.kind != .series, old.kind != .season,
        try !EntityLocks.hasLockedText(one.entity, in: connection),
        try bindings.files(of: one.entity).isSubset(of: [file.id])
      else { continue }
      let kin = try HandEntity.find(one.entity, in: connection)
      try entities.change(one.entity, to: row, in: connection)
      try connection.run(Self.forgetSQL) { $0.bind(1, one.entity) }
      let left = [kin?.parent, kin?.series].compactMap { $0 }
      try AbandonedEntities.mark(left, at: now, in: connection)
      return one.entity
    }
    return try entities.add(row, for: file, in: connection)
  }

  /// Lets what nothing shows any more go where the file went, as far as it is somebody's.
  private func leave(
    _ old: [Int64],
    for targets: [Int64],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let target = targets.first else { return }
    for entity in old where !targets.contains(entity) {
      try HandRelease(changes: changes, now: now).letGo(of: entity, in: connection)
      guard try bindings.files(of: entity).isEmpty else { continue }
      try EntityMerger(now: now).moveState(of: entity, to: target, in: connection)
      try AbandonedEntities.mark([entity], at: now, in: connection)
    }
  }

  private static let seriesSQL =
    "SELECT identity_key, sort_key, sort_version FROM media_entity WHERE id = ?1"
  /// What a name said that it is, a hand has said better.
  private static let forgetSQL = "DELETE FROM external_id WHERE entity_id = ?1 AND locked = 0"
}

extension BindingDraft {
  /// All of it, as one of its versions.
  static let whole = BindingDraft(role: .primary, position: 0, label: nil)
}
