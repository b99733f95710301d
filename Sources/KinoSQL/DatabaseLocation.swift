internal import CKinoSQLite

/// What a connection opens.
package struct DatabaseLocation: Hashable, Sendable {
  /// How a file is opened.
  package enum Mode: Hashable, Sendable {
    /// An existing file, to read and to write.
    case readWrite
    /// A file that may be created.
    case create
    /// An existing file, only to read.
    case readOnly
  }

  let name: String
  let flags: Int32

  /// A file; a symbolic link anywhere in the path is refused.
  ///
  /// - Parameters:
  ///   - path: An absolute path without symbolic links, see ``DatabaseFile``.
  ///   - mode: How to open it.
  /// - Returns: The location.
  package static func file(_ path: String, _ mode: Mode = .readWrite) -> DatabaseLocation {
    let access =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    return DatabaseLocation(
      name: path,
      flags: access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    )
  }

  /// A database of the connection's own, in memory.
  package static var memory: DatabaseLocation {
    DatabaseLocation(
      name: ":memory:",
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        | SQLITE_OPEN_EXRESCODE
    )
  }
}
