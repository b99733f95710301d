/// Where the readings of names go: the port between those who read names and the library.
package protocol CatalogueStore: Sendable {
  /// Writes readings, makes what they show, and ends the work, in one transaction, as far as the
  /// claims still stand.
  ///
  /// The same readings give the same entities, whatever their order and however often. What a hand has
  /// matched or locked stays as it is; no entity that somebody's state hangs on is left behind.
  ///
  /// - Parameters:
  ///   - readings: What names came to.
  ///   - now: Decides whether leases have ended; dates what is written.
  /// - Returns: The claims that no longer stood, for which nothing was written.
  /// - Throws: ``StorageError``; nothing has changed then.
  func complete(
    _ readings: [NameReading],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal]

  /// Deletes what the names that were read have left behind, as far as nothing keeps it.
  ///
  /// With nothing to delete it costs a look and writes nothing.
  func settle(at now: Timestamp) async throws(StorageError)

  /// Queues names again that were read by rules older than these.
  ///
  /// All at once, so that one look tells the next time that there is nothing to do.
  func requeue(olderThan version: Int, at now: Timestamp) async throws(StorageError)
}
