/// Why a database could not be opened.
///
/// The file is as it was.
package enum OpeningError: Error, Hashable, Sendable {
  /// The path names a symbolic link.
  case symbolicLink
  /// The path names a directory, a device or a socket.
  case notAFile
  /// The file lies on a network file system, where SQLite's locks and shared memory do not hold.
  case networkFileSystem
  /// Nobody may write to the file.
  case readOnly
  /// The file is not an SQLite database.
  case notADatabase
  /// The file belongs to another application.
  case foreign(applicationID: Int32)
  /// The file was made by a newer release.
  case newer(version: Int32, supported: Int32)
  /// The file is empty, and a backup of what it held lies beside it.
  case emptied(backup: String)
  /// The file is empty or not there, and its write-ahead log, with what can still be saved, is.
  case strayLog
  /// The content is damaged.
  case damaged(String)
  /// The file cannot be reached now: locked device, missing permission, missing folder. It says nothing
  /// about its content.
  case unavailable(String)
  /// Page size, automatic vacuum or encoding are not those of the contract.
  case wrongFormat(String)
  /// A version was applied with another text than the contract's.
  case changedHistory(version: Int32)
  /// The file has no record of its versions, and its schema is not the contract's at its version.
  case unknownSchema(version: Int32)
  /// The contract's own text does not match its pinned checksum, or its numbering has a gap.
  case brokenContract(version: Int32)
  /// The disk has not the room that a migration and its backup need.
  case insufficientSpace(neededBytes: Int64, availableBytes: Int64)
  /// Another process migrates or holds the file, and the deadline passed.
  case deadlineExceeded
  /// The task was cancelled.
  case cancelled
  /// A migration failed and was undone.
  case migrationFailed(MigrationFailure)
  /// SQLite failed in another way.
  case sqlite(SQLiteError)
}

extension OpeningError {
  /// Classifies a failure of SQLite while opening.
  init(_ error: SQLiteError) {
    self =
      switch error.kind {
      case .notADatabase: .notADatabase
      case .corrupt: .damaged(error.message)
      case .unavailable, .inputOutput: .unavailable(error.message)
      case .readOnly: .readOnly
      case .busy, .locked: .deadlineExceeded
      default: .sqlite(error)
      }
  }

  /// Why an opening that was asked to stop did so.
  init(_ reason: OperationToken.Reason) {
    self = reason == .deadlineExceeded ? .deadlineExceeded : .cancelled
  }
}

/// What went wrong in a migration; also written beside the database.
package struct MigrationFailure: Error, Hashable, Sendable {
  /// The version that was being reached; 0 for the checks after the last one.
  package let version: Int32
  /// The statement of the contract that failed, if one did.
  package let statement: String?
  /// SQLite's extended result code; 0 if a check failed.
  package let code: Int32
  /// What happened, without data of the user's.
  package let message: String
}
