/// How a database is opened and migrated.
package struct OpeningOptions: Sendable {
  /// Whether a database on a network file system is opened all the same.
  ///
  /// The host answers for the locks.
  package var allowsNetworkFileSystem = false
  /// How many backups of earlier versions stay beside the database.
  package var keptBackups = 2
  /// The permissions of a file that is created; the log and its index get the same.
  package var fileMode: UInt32 = 0o644
  /// Until when to wait for another process that migrates or writes.
  package var deadline: ContinuousClock.Instant?
  /// Milliseconds since the Unix epoch, for the records.
  package var now: @Sendable () -> Int64
  /// How many bytes may still be written beside a path; nil if unknown.
  package var availableBytes: @Sendable (String) -> Int64? = FileSystem.availableBytes
  /// Whether a path lies on a network file system.
  package var isOnNetwork: @Sendable (String) -> Bool = FileSystem.isOnNetwork
  /// Runs before each statement of a migration, with the version, its number in the file from 0,
  /// and its text; throwing fails the migration there.
  ///
  /// For tests.
  package var willExecute: @Sendable (Int32, Int, String) throws(SQLiteError) -> Void = { _, _, _ in
  }

  /// Creates the default options.
  ///
  /// - Parameter now: Milliseconds since the Unix epoch.
  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }
}
