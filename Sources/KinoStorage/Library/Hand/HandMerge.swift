import KinoCore
import KinoSQL

/// Merges two entities because a hand says that they are one.
struct HandMerge {
  let changes: ChangeLogStore
  let now: Timestamp

  /// Merges `loser` into `survivor`; of series also what belongs to them.
  ///
  /// - Throws: ``StorageError``: `refused` for two that are not of one kind, or are one already.
  func merge(
    _ loser: HandEntity,
    into survivor: HandEntity,
    in connection: borrowing Connection
  ) throws {
    guard loser.id != survivor.id else {
      throw StorageError(.refused, message: "These two are one already.")
    }
    guard loser.kind == survivor.kind else {
      throw StorageError(
        .refused,
        message: "A \(loser.kind.rawValue) cannot be merged into a \(survivor.kind.rawValue)."
      )
    }
    // A hand that merges what another has locked means it.
    try connection.run("UPDATE media_entity SET locked_fields = 0 WHERE id = ?1") {
      $0.bind(1, loser.id)
    }
    let merger = EntityMerger(now: now)
    if loser.kind == .series {
      try merger.mergeParts(of: loser, into: survivor, in: connection)
    }
    try merger.merge(loser.id, into: survivor.id, in: connection)
    let event = LibraryEvent.merge(
      of: loser,
      into: survivor,
      as: changes.database.uids.nextUID(),
      .pending
    )
    try changes.append([event], at: now, in: connection)
    // Names go on saying the old one: the redirect stays for as long as they may.
    try connection.run("UPDATE media_entity SET match_state = 'manual' WHERE id = ?1") {
      $0.bind(1, loser.id)
    }
    let parents = [loser.parent, loser.series].compactMap { $0 }
    try AbandonedEntities.mark(parents, at: now, in: connection)
  }
}

extension LibraryEvent {
  /// Tells that one entity has become another.
  ///
  /// What names alone have merged is of this library: other devices read the names themselves.
  static func merge(
    of loser: HandEntity,
    into survivor: HandEntity,
    as uid: UID,
    _ state: State
  ) -> LibraryEvent {
    LibraryEvent(
      uid: uid,
      domain: .entity,
      action: .merge,
      subject: loser.uid,
      identity: loser.identity,
      payload: .object([
        "into": .string(survivor.uid.description),
        "keys": .array(survivor.key.map { [.string($0.text)] } ?? []),
      ]),
      state: state
    )
  }
}
