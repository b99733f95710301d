package import KinoCore
package import KinoSQL

/// The check that every write for a run makes first, in its own transaction.
///
/// The transaction holds the write lock, so that nobody can take the run over between the check and
/// the commit.
package enum RunOwnership {
  /// Throws ``StorageError/Kind/ownershipLost`` unless the handle's owner still holds the run.
  package static func require(
    _ run: RunHandle,
    in connection: borrowing Connection
  ) throws {
    let held = try connection.int64(check) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.ownerToken.bytes)
    }
    guard held != nil else { throw lost }
  }

  static let lost = StorageError(
    .ownershipLost,
    message: "The scan was ended or taken over by another process."
  )

  /// States in which a run can have an owner.
  static let activeStates = "('queued', 'enumerating', 'processing', 'finalizing')"

  private static let check = """
    SELECT 1 FROM scan_run
    WHERE id = ?1 AND owner_token = ?2 AND state IN \(activeStates)
    """
}
