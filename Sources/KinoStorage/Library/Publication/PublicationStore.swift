package import KinoCore
import KinoSQL

/// Publishes a run: snapshot, missing difference, run state and revision in one transaction (TX-5).
package struct PublicationStore: Sendable {
  let database: LibraryDatabase

  /// Applies the staging.
  ///
  /// Cost follows the staging: a statement runs only where a count says that there is something for
  /// it, and rows that did not change are not touched. The order (park, lose, place, insert) lets
  /// names be exchanged, also in circles, and lets a file take the place of one that went missing.
  package func finalize(
    _ run: RunHandle,
    _ order: FinalizeOrder,
    uid: UID,
    elapsed: @Sendable () -> Int64
  ) async throws(StorageError) -> FinalizeOutcome {
    let uids = database.uids
    return try await database.write(.scan) { connection in
      var publication = try Publication(run, order, uids, in: connection)
      try publication.dropUnreachedScope(in: connection)
      try publication.publishDifferences(in: connection)
      try publication.noteExceptions(in: connection)
      try publication.noteListings(in: connection)
      try publication.complete(promoting: uid, elapsed: elapsed(), in: connection)
      return publication.outcome
    }
  }
}

extension Publication {
  /// All that changes the snapshot.
  fileprivate mutating func publishDifferences(
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    if tally.hasRenames || tally.hasLosses {
      try ScratchTables.make(in: connection)
      try ScratchTables.fillRenames(of: run.id, in: connection)
    }
    try releaseMovedOn(in: connection)
    try parkMovers(in: connection)
    if tally.hasLosses { try publishLosses(in: connection) }
    if tally.hasRenames { try translateRenames(in: connection) }
    try insertDirectories(in: connection)
    try countAdditions(in: connection)
    try placeMovers(in: connection)
    try updateItems(in: connection)
    try insertItems(in: connection)
    try advanceInputs(in: connection)
    try recount(in: connection)
  }
}
