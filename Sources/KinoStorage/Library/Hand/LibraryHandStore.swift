package import KinoCore
import KinoSQL

/// Does to a library what a hand asks for: matches, locks, merges and splits.
///
/// Each is one durable transaction, with the events that tell other devices of it (ADR 0010). They
/// take the profile of merges: state moves with the files that it belongs to.
package struct LibraryHandStore: Sendable {
  private let database: LibraryDatabase

  package init(database: LibraryDatabase) { self.database = database }

  /// Binds a file to what it shows, and to nothing else, for good.
  ///
  /// What names had taken it for becomes that in place where nobody has it yet and no other file
  /// shows it; else its state goes with the file.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - showing: What it shows.
  ///   - now: Dates what is written.
  /// - Returns: What it shows now: the film, or the episodes in order.
  /// - Throws: ``StorageError``: `notFound`, `refused`; nothing has changed then.
  package func match(
    _ location: FileLocation,
    as showing: HandShowing,
    at now: Timestamp
  ) async throws(StorageError) -> [UID] {
    try await write(at: now) { changes, connection in
      let file = try FileFinder.file(at: location, in: connection)
      let matcher = try HandMatcher(changes, at: now, in: connection)
      return try matcher.match(file, as: showing, in: connection)
    }
  }

  /// Gives a file back to its name, which is read again by the next pass.
  ///
  /// - Throws: ``StorageError``: `notFound` when no hand has matched it.
  package func unmatch(_ location: FileLocation, at now: Timestamp) async throws(StorageError) {
    try await write(at: now) { changes, connection in
      let file = try FileFinder.file(at: location, in: connection)
      try HandRelease(changes: changes, now: now).release(file, in: connection)
    }
  }

  /// Locks fields of an entity, or unlocks them.
  ///
  /// - Throws: ``StorageError``: `notFound`.
  package func lock(
    _ entity: UID,
    _ fields: Set<LockableField>,
    isLocked: Bool,
    at now: Timestamp
  ) async throws(StorageError) {
    try await write(at: now) { changes, connection in
      let row = try HandEntity.find(entity, in: connection)
      try EntityLocks(changes: changes, now: now)
        .set(fields, of: row, isLocked: isLocked, in: connection)
    }
  }

  /// Makes one entity another: its files, its parts and what people made of it go there.
  ///
  /// - Returns: What both are now.
  /// - Throws: ``StorageError``: `notFound`; `refused` for two that are not of one kind, or are one.
  package func merge(
    _ loser: UID,
    into survivor: UID,
    at now: Timestamp
  ) async throws(StorageError) -> UID {
    try await write(at: now) { changes, connection in
      let pair = (
        try HandEntity.find(loser, in: connection), try HandEntity.find(survivor, in: connection)
      )
      try HandMerge(changes: changes, now: now).merge(pair.0, into: pair.1, in: connection)
      return pair.1.uid
    }
  }

  /// Makes files of one film or episode one of their own.
  ///
  /// What people made stays with the first, and no name brings the files back.
  ///
  /// - Returns: The new one.
  /// - Throws: ``StorageError``: `notFound`; `refused` for files that do not all show one film or
  ///   episode, and for all of its files.
  package func split(
    _ locations: [FileLocation],
    at now: Timestamp
  ) async throws(StorageError) -> UID {
    try await write(at: now) { changes, connection in
      var files: [BindingTable.File] = []
      for location in locations {
        files.append(try FileFinder.file(at: location, in: connection))
      }
      let matcher = try HandMatcher(changes, at: now, in: connection)
      return try matcher.split(files, in: connection)
    }
  }

  private func write<Value: Sendable>(
    at now: Timestamp,
    _ body: @Sendable (ChangeLogStore, borrowing Connection) throws -> Value
  ) async throws(StorageError) -> Value {
    let device = try await DeviceStore(beside: database).uid(at: now)
    let changes = ChangeLogStore(database: database, device: device)
    let value = try await database.write(.merge, priority: .user) { connection in
      try body(changes, connection)
    }
    // What it has left behind goes at once; where that fails, the next pass sees to it.
    let collector = EntityCollector(database: database, changes: changes)
    _ = try? await collector.collectAll(at: now)
    return value
  }
}
