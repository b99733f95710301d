/// What a database says of itself.
struct SchemaIdentity {
  let applicationID: Int32
  let version: Int32
  let isEmpty: Bool
  let pageSize: Int64
  let automaticVacuum: Int64
  let encoding: String

  /// Reads it on a connection.
  init(of connection: borrowing Connection) throws(SQLiteError) {
    applicationID = Int32(truncatingIfNeeded: try connection.int64("PRAGMA application_id") ?? 0)
    version = Int32(truncatingIfNeeded: try connection.int64("PRAGMA user_version") ?? 0)
    isEmpty = try connection.int64("SELECT count(*) FROM sqlite_schema") == 0
    pageSize = try connection.int64("PRAGMA page_size") ?? 0
    automaticVacuum = try connection.int64("PRAGMA auto_vacuum") ?? 0
    encoding = try connection.first("PRAGMA encoding") { $0.text(0) } ?? ""
  }

  /// Whether the database holds nothing yet.
  var isBlank: Bool { isEmpty && applicationID == 0 && version == 0 }

  /// Refuses what is not a database of the contract.
  func check(against contract: SchemaContract) throws(OpeningError) {
    if !isBlank {
      guard applicationID == contract.applicationID else {
        throw .foreign(applicationID: applicationID)
      }
      guard version <= contract.newestVersion else {
        throw .newer(version: version, supported: contract.newestVersion)
      }
      guard version > 0 else { throw .damaged("the application's database without a version") }
    }
    guard pageSize == DatabaseFormat.pageSize else { throw .wrongFormat("page_size \(pageSize)") }
    guard automaticVacuum == DatabaseFormat.incrementalVacuum else {
      throw .wrongFormat("auto_vacuum \(automaticVacuum)")
    }
    guard encoding == DatabaseFormat.encoding else { throw .wrongFormat("encoding \(encoding)") }
  }
}

/// What cannot be changed once a database has a table.
enum DatabaseFormat {
  static let pageSize: Int64 = 8192
  static let incrementalVacuum: Int64 = 2
  static let encoding = "UTF-8"

  /// Sets it on an empty database; SQLite ignores all of it later, and in WAL mode or a transaction.
  static let settings = """
    PRAGMA page_size = 8192;
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA encoding = 'UTF-8';
    """
}
