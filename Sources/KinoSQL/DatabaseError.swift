/// Why a read or a write of a ``Database`` gave no value.
///
/// Nothing of it was committed.
package enum DatabaseError: Error, Hashable, Sendable {
  /// SQLite failed.
  case sqlite(SQLiteError)
  /// The task was cancelled.
  case cancelled
  /// The caller's deadline passed while it waited for its turn or for another process.
  case deadlineExceeded
  /// The database is suspended; try again after ``Database/resume()``.
  case suspended
  /// The database is closed for good.
  case closed
  /// Another process has migrated the file to a version that this one does not know; open it anew.
  case versionChanged(expected: Int32, found: Int32)
  /// The transaction was gone at its end although SQLite had reported no failure; nothing is claimed to be
  /// committed.
  case transactionEnded
  /// The body threw an error of a type that it does not declare; a programming error.
  case unexpected(String)
}

/// A layer's error that can carry a ``DatabaseError``.
package protocol DatabaseFailure: Error {
  /// Wraps a failure of the database.
  init(_ error: DatabaseError)
}

extension DatabaseError {
  /// Why an operation that was asked to stop did so.
  init(_ reason: OperationToken.Reason) {
    self =
      switch reason {
      case .cancelled: .cancelled
      case .deadlineExceeded: .deadlineExceeded
      case .suspended: .suspended
      case .closed: .closed
      }
  }
}
