internal import Synchronization

/// Which operations of a database are under way, and whether new ones may begin.
final class Operations: Sendable {
  private struct State {
    var refusal: OperationToken.Reason?
    var tokens: [ObjectIdentifier: OperationToken] = [:]
  }

  private let state = Mutex(State())

  /// How many are under way.
  var count: Int { state.withLock { $0.tokens.count } }

  /// Registers an operation; throws if none may begin.
  func begin(_ token: OperationToken) throws(DatabaseError) {
    let refusal = state.withLock { state in
      if state.refusal == nil { state.tokens[ObjectIdentifier(token)] = token }
      return state.refusal
    }
    if let refusal { throw DatabaseError(refusal) }
  }

  /// Forgets an operation that is over.
  func end(_ token: OperationToken) {
    state.withLock { $0.tokens[ObjectIdentifier(token)] = nil }
  }

  /// Lets nothing new begin and asks everything under way to stop.
  ///
  /// - Returns: What is under way; nil if the database is closed already.
  func refuse(_ reason: OperationToken.Reason) -> [OperationToken]? {
    state.withLock { state in
      guard state.refusal != .closed else { return nil }
      state.refusal = reason
      for token in state.tokens.values { token.stop(reason) }
      return Array(state.tokens.values)
    }
  }

  /// Lets operations begin again, unless the database is closed.
  func admit() {
    state.withLock { state in
      if state.refusal == .suspended { state.refusal = nil }
    }
  }
}
