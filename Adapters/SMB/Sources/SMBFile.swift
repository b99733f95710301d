internal import KinoBlocking

/// A file that is open on a connection, and closed when nothing needs it any more.
final class SMBFile: Sendable {
  /// What was there when it was opened.
  let facts: SMBFacts
  let connection: SMBConnection
  let lane: SMBLane
  let handle: SMBHandle

  init(_ handle: SMBHandle, facts: SMBFacts, on connection: SMBConnection, _ lane: SMBLane) {
    self.handle = handle
    self.facts = facts
    self.connection = connection
    self.lane = lane
  }

  deinit {
    // A connection that ended took the file with it.
    guard !connection.isLost else { return }
    Task { [lane, connection, handle] in
      try? await lane.run(until: ContinuousClock.now + .seconds(30), on: connection) {
        connection throws(SMBFailure) in
        if !connection.isLost { connection.close(handle) }
      }
    }
  }
}
