package import KinoCore
package import KinoSQL

extension StorageError: DatabaseFailure {
  /// Says what a failure of the database means for the caller.
  package init(_ error: DatabaseError) {
    switch error {
    case .sqlite(let error): self.init(error)
    case .cancelled: self.init(.cancelled, message: "The task was cancelled.")
    case .deadlineExceeded:
      self.init(.busy, message: "The library was busy for longer than the caller waits.")
    case .suspended: self.init(.suspended, message: "The library is suspended.")
    case .closed: self.init(.suspended, message: "The library is closed.")
    case .versionChanged(let expected, let found):
      self.init(
        .newerVersion,
        message: "The library was at version \(expected) and is at \(found) now: open it again."
      )
    case .transactionEnded:
      self.init(.constraint, message: "A write ended its own transaction.")
    case .unexpected(let description):
      self.init(.constraint, message: description)
    }
  }

  /// Says what a failure of SQLite means for the caller.
  ///
  /// The statement is named only where it is at fault; bound values never are.
  package init(_ error: SQLiteError) {
    let kind = Kind(error.kind)
    let message =
      switch kind {
      case .constraint, .denied: error.description
      case .diskFull: "No space is left for the library. Make room on its disk and try again."
      case .readOnly:
        "The library cannot be written. Make its folder and the files in it writable, for this user"
          + " and on their disk, or keep the library in another folder."
      case .busy:
        "Another process has kept the library locked for too long. Let it end, or end it, and try"
          + " again."
      case .damaged: "The library is damaged (\(error.message)). \(Self.restoring)"
      case .unavailable: "The library cannot be reached now (\(error.message)). \(Self.opening)"
      default: error.message
      }
    self.init(kind, code: error.extendedCode, message: message)
  }
}

extension StorageError.Kind {
  fileprivate init(_ kind: SQLiteError.Kind) {
    self =
      switch kind {
      case .busy, .locked, .schemaChanged: .busy
      case .full: .diskFull
      case .inputOutput, .unavailable, .outOfMemory: .unavailable
      case .corrupt: .damaged
      case .notADatabase: .foreign
      case .readOnly: .readOnly
      case .denied: .denied
      case .interrupted: .cancelled
      case .constraint, .mismatch, .tooBig, .misuse, .other: .constraint
      }
  }
}
