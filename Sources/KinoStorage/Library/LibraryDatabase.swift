package import KinoContracts
package import KinoCore
package import KinoSQL

/// `library.sqlite`, opened at the version that all stores are written for.
///
/// Stores share it; it keeps no state of its own beyond the database.
package struct LibraryDatabase: Sendable {
  package let database: Database
  /// Makes the identifiers of rows; the SQL function `uid7()` draws from it, too.
  let uids: UIDGenerator

  /// Opens a library: creates it, or migrates it to the newest version.
  ///
  /// The folder must exist. A file that is not a library of ours, is newer, damaged or not writable,
  /// or lies where SQLite's locks do not hold, is refused and stays as it is.
  ///
  /// - Parameters:
  ///   - path: The file, absolute.
  ///   - clock: Dates the migrations and makes identifiers.
  ///   - random: For identifiers.
  ///   - allowsNetworkFileSystem: The host answers for the locks.
  /// - Returns: The library.
  /// - Throws: ``StorageError``: `unsuitableLocation`, `readOnly`, `foreign`, `newerVersion`,
  ///   `damaged`, `unavailable`, `diskFull`, `busy`, `migrationFailed` or `cancelled`.
  package static func open(
    at path: String,
    clock: any KinoClock,
    random: any RandomSource,
    allowsNetworkFileSystem: Bool = false
  ) async throws(StorageError) -> LibraryDatabase {
    let now: @Sendable () -> Int64 = { clock.now().milliseconds }
    var configuration = DatabaseConfiguration()
    configuration.afterChange = revisionAdvance
    let uids = UIDGenerator(now: now, random: { random.next() })
    configuration.functions = [.uid7(uids)]
    var options = OpeningOptions(now: now)
    options.allowsNetworkFileSystem = allowsNetworkFileSystem
    do throws(OpeningError) {
      let database = try await Database.open(
        at: path,
        contract: SchemaContract(.library),
        configuration: configuration,
        options: options
      )
      return LibraryDatabase(database: database, uids: uids)
    } catch {
      throw StorageError(error, in: Self.folder(of: path))
    }
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Runs a write transaction under a profile.
  ///
  /// The body may throw ``StorageError``, `SQLiteError` and `DatabaseError`; whatever it throws,
  /// nothing of it is committed. When it changed anything, the library's revision advances with it.
  package func write<Value: Sendable>(
    _ profile: WriteProfile,
    priority: WritePriority = .normal,
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws -> Value
  ) async throws(StorageError) -> Value {
    try await database.write(
      as: profile,
      throwing: StorageError.self,
      priority: priority,
      deadline: deadline,
      body
    )
  }

  /// Reads on one snapshot.
  ///
  /// Keep it short: as long as it runs, the log cannot start over.
  package func read<Value: Sendable>(
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws -> Value
  ) async throws(StorageError) -> Value {
    try await database.read(throwing: StorageError.self, deadline: deadline, body)
  }

  /// The last statement of every transaction that changed something.
  private static let revisionAdvance =
    "UPDATE library_revision SET revision = revision + 1 WHERE id = 1"
}

extension SchemaContract {
  /// A contract in the terms of the migrator.
  package init(_ contract: DatabaseContract) {
    self.init(
      name: contract.name,
      applicationID: Int32(contract.applicationID),
      versions: contract.versions.map { version in
        Version(
          number: Int32(version.version),
          file: version.file,
          sql: version.sql,
          sha256: version.sha256
        )
      },
      creation: contract.creation,
      countedTables: contract.userStateTables + contract.publishedTables
    )
  }
}
