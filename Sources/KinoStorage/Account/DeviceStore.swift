import KinoContracts
package import KinoCore
import KinoSQL

/// This device, as the events of its library name it: a row of `account.sqlite` that is made once.
///
/// Opened only when an event is to be written, so that a library nobody has done anything to has no
/// such file.
package struct DeviceStore: Sendable {
  private let path: String
  private let uids: UIDGenerator

  /// Finds `account.sqlite` beside a library.
  package init(beside library: LibraryDatabase) {
    let file = library.database.path
    path = file.lastIndex(of: "/").map { String(file[...$0]) + Self.file } ?? Self.file
    uids = library.uids
  }

  /// The device's identifier; two processes that ask at once get the same.
  package func uid(at now: Timestamp) async throws(StorageError) -> UID {
    var options = OpeningOptions(now: { now.milliseconds })
    options.fileMode = 0o600
    // Whoever opened the library has judged the place.
    options.allowsNetworkFileSystem = true
    let database: Database
    do throws(OpeningError) {
      database = try await Database.open(
        at: path,
        contract: SchemaContract(.account),
        options: options
      )
    } catch {
      throw StorageError(error)
    }
    do throws(StorageError) {
      let uid = try await uid(in: database, at: now)
      await database.close()
      return uid
    } catch {
      await database.close()
      throw error
    }
  }

  private func uid(in database: Database, at now: Timestamp) async throws(StorageError) -> UID {
    let known = try await database.read(throwing: StorageError.self) { connection in
      try Self.known(in: connection)
    }
    if let known { return known }
    let fresh = uids.nextUID()
    return try await database.write(as: .device, throwing: StorageError.self) { connection in
      try connection.run(Self.insertion) { statement in
        statement.bind(1, fresh.bytes)
        statement.bind(2, now.milliseconds)
      }
      return try Self.known(in: connection) ?? fresh
    }
  }

  private static func known(in connection: borrowing Connection) throws(SQLiteError) -> UID? {
    try connection.first("SELECT uid FROM local_device WHERE id = 1") { _ in
    } _: { row in
      UID(bytes: row.bytes(0))
    } ?? nil
  }

  private static let file = "account.sqlite"
  private static let insertion = """
    INSERT INTO local_device (id, uid, name, created_at_ms) VALUES (1, ?1, '', ?2)
    ON CONFLICT (id) DO NOTHING
    """
}

extension WriteProfile {
  /// Names the device, and nothing else.
  fileprivate static let device = WriteProfile(
    "device",
    access: AuthorizerProfile(tables: ["local_device": .insertOnly]),
    isDurable: true
  )
}

extension UIDGenerator {
  /// The next identifier, as the API has it.
  func nextUID() -> UID {
    let uid = next()
    return UID(high: uid.high, low: uid.low)
  }
}
