internal import CKinoSQLite

/// The first page's header, as it is in the file; its write-ahead log may know better.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
struct DatabaseHeader {
  private static let length = 100

  /// What identifies the application.
  let applicationID: Int32
  /// The schema version.
  let version: Int32
  /// Whether the database has never had a table, nor an owner.
  let isBlank: Bool

  /// Reads the header without a lock and without a change.
  init(of path: String) throws(OpeningError) {
    let bytes: [UInt8]
    do throws(SQLiteError) {
      bytes = try Self.read(path)
    } catch {
      throw OpeningError(error)
    }
    guard bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else { throw .notADatabase }
    func integer(at offset: Int) -> Int32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
    applicationID = integer(at: 68)
    version = integer(at: 60)
    // The schema cookie moves with every change of the schema, and never back to 0.
    isBlank = applicationID == 0 && version == 0 && integer(at: 40) == 0
  }

  /// Reads the bytes; what lies behind the end of a shorter file reads as 0.
  private static func read(_ path: String) throws(SQLiteError) -> [UInt8] {
    let handle = try unsafe Connection.open(.file(path, .readOnly))
    defer { unsafe sqlite3_close_v2(handle) }
    var bytes = [UInt8](repeating: 0, count: length)
    let code = unsafe bytes.withUnsafeMutableBytes {
      unsafe kino_sqlite_read_head(handle, $0.baseAddress, Int32(length))
    }
    guard code == SQLITE_OK || code == (SQLITE_IOERR | 2 << 8) else {
      throw SQLiteError(
        extendedCode: code,
        message: unsafe String(cString: sqlite3_errstr(code))
      )
    }
    return bytes
  }
}
