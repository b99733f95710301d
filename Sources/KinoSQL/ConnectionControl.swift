/// What SQLite's callbacks need to know of the connection that they are called for.
///
/// Confined to the thread that uses the connection; only the token is shared with others.
final class ConnectionControl {
  /// How long a connection without an operation waits for a lock.
  static let defaultBusyTimeout = Duration.seconds(5)

  let profile: AuthorizerProfile
  /// The operation that runs now; nil from COMMIT or ROLLBACK on, which are not stopped.
  var token: OperationToken?
  /// The last thing that the authorizer denied since a statement was prepared.
  var denial: AccessDenial?
  /// True while the coordinator itself begins or ends a transaction, and for settings.
  var isTrusted = true
  /// True between BEGIN and COMMIT or ROLLBACK.
  var isInTransaction = false
  /// Set when SQLite itself has rolled the transaction back: nothing may run outside of it.
  var lostTransaction: SQLiteError? {
    didSet { hasLostTransaction = lostTransaction != nil }
  }
  /// Cheap to ask in every step.
  private(set) var hasLostTransaction = false
  /// Pages in the write-ahead log after the last commit of this connection.
  var logPages: Int32 = 0
  /// When a wait for a lock without a deadline of its own ends.
  var busyLimit: ContinuousClock.Instant?

  init(profile: AuthorizerProfile) {
    self.profile = profile
  }

  /// Whether to wait once more for a lock that was refused `count` times before.
  func shouldKeepWaiting(after count: Int32) -> Bool {
    if count == 0 { busyLimit = ContinuousClock.now + Self.defaultBusyTimeout }
    if let token {
      if token.shouldStopWaiting() || token.shouldYield() { return false }
      if token.deadline != nil { return true }
    }
    return busyLimit.map { ContinuousClock.now < $0 } ?? true
  }
}
