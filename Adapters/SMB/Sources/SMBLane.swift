internal import KinoBlocking
import KinoCore
internal import Synchronization

/// A thread with a connection, made when there is something to do.
///
/// A call that takes too long, or whose caller was cancelled, is given up: the caller goes on at once,
/// the connection is cut, which ends the call behind it, and the next call gets another one.
final class SMBLane: Sendable {
  private let pool = BlockingPool(name: "kino-smb", threadLimit: 1, abandonedLimit: 4)
  private let current = Mutex<SMBConnection?>(nil)
  private let waiting = Atomic<Int>(0)
  private let stuck = Atomic<Int>(0)

  /// How much there is to do here.
  struct Load: Comparable {
    /// How many calls are running or waiting, those included that were given up and have not ended.
    var calls: Int
    /// How many of them were given up: each may be waiting for a server that does not answer.
    var stuck: Int

    static func < (one: Load, other: Load) -> Bool {
      (one.calls, one.stuck) < (other.calls, other.stuck)
    }
  }

  /// How much there is to do here now.
  var load: Load {
    let stuck = stuck.load(ordering: .relaxed)
    return Load(calls: waiting.load(ordering: .relaxed) + stuck, stuck: stuck)
  }

  /// Runs a call on the lane's thread.
  ///
  /// - Parameters:
  ///   - deadline: When to give it up.
  ///   - connect: Makes a connection ready, on the lane's thread.
  ///   - make: Makes a connection that is not ready yet.
  ///   - call: The call; it owns everything that it touches.
  /// - Returns: What the call returned.
  /// - Throws: ``SMBFailure``
  func run<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    connect: @escaping @Sendable (SMBConnection) throws(SMBFailure) -> Void,
    making make: @escaping @Sendable () -> SMBConnection?,
    _ call: @escaping @Sendable (SMBConnection) throws(SMBFailure) -> Value
  ) async throws(SMBFailure) -> Value {
    try await submit(until: deadline) { [self] turn throws(SMBFailure) -> Value in
      if let idle = current.withLock({ $0 }), !idle.isLost {
        do throws(SMBFailure) {
          return try attempt(call, on: idle, turn)
        } catch {
          throw SMBFailure(code: error.code, stage: error.stage, wasIdle: true)
        }
      }
      guard let made = make() else { throw SMBFailure(code: -1, stage: .exhausted) }
      try attempt(connect, on: made, turn)
      current.withLock { $0 = made }
      return try attempt(call, on: made, turn)
    }
  }

  /// Runs a call on a connection of this lane, whatever became of it.
  func run<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    on connection: SMBConnection,
    _ call: @escaping @Sendable (SMBConnection) throws(SMBFailure) -> Value
  ) async throws(SMBFailure) -> Value {
    try await submit(until: deadline) { [self] turn throws(SMBFailure) -> Value in
      try attempt(call, on: connection, turn)
    }
  }

  /// Forgets the connection; it is taken down when nothing needs it any more.
  func close() {
    let last = current.withLock { connection -> SMBConnection? in
      defer { connection = nil }
      return connection
    }
    // Not inside the lock: this may be the last reference.
    _ = last
  }

  private func attempt<Value>(
    _ call: (SMBConnection) throws(SMBFailure) -> Value,
    on connection: SMBConnection,
    _ turn: Turn
  ) throws(SMBFailure) -> Value {
    guard turn.begin(connection) else { throw SMBFailure(code: 0, stage: .cancelled) }
    defer { turn.end() }
    do throws(SMBFailure) {
      let value = try call(connection)
      if connection.isLost { drop(connection) }
      return value
    } catch {
      if error.endsConnection || connection.isLost { drop(connection) }
      throw error
    }
  }

  private func drop(_ connection: SMBConnection) {
    connection.cut()
    let dropped = current.withLock { current -> SMBConnection? in
      guard current === connection else { return nil }
      defer { current = nil }
      return current
    }
    _ = dropped
  }

  /// Ends what a call that nobody waits for is doing.
  ///
  /// While it connects there may be no socket to shut down yet, so that it is tried until it is over.
  private func giveUp(_ turn: Turn) {
    guard let connection = turn.giveUp() else { return }
    stuck.add(1, ordering: .relaxed)
    drop(connection)
    Task {
      defer { stuck.subtract(1, ordering: .relaxed) }
      while turn.isRunning {
        try? await Task.sleep(for: .milliseconds(50))
        connection.cut()
      }
    }
  }

  private func submit<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable (Turn) throws(SMBFailure) -> Value
  ) async throws(SMBFailure) -> Value {
    guard !Task.isCancelled else { throw SMBFailure(code: 0, stage: .cancelled) }
    waiting.add(1, ordering: .relaxed)
    defer { waiting.subtract(1, ordering: .relaxed) }
    let turn = Turn()
    do {
      return try await pool.run(until: deadline, clock: ContinuousClock()) {
        () throws(SMBFailure) -> Value in
        try body(turn)
      }
    } catch {
      switch error {
      case .failed(let failure):
        // It may have failed because another call's end took the connection.
        guard !Task.isCancelled else { throw SMBFailure(code: 0, stage: .cancelled) }
        throw failure
      case .cancelled:
        giveUp(turn)
        throw SMBFailure(code: 0, stage: .cancelled)
      case .timedOut:
        giveUp(turn)
        throw SMBFailure(code: 0, stage: .timedOut)
      case .exhausted:
        throw SMBFailure(code: 0, stage: .exhausted)
      }
    }
  }
}

/// One call: which connection it is using now, and whether its caller has gone on without it.
private final class Turn: Sendable {
  private struct State {
    var connection: SMBConnection?
    var isGivenUp = false
  }

  private let state = Mutex(State())

  /// Notes what the call is about to use.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: `false` when nobody waits for the call any more.
  func begin(_ connection: SMBConnection) -> Bool {
    state.withLock { state in
      guard !state.isGivenUp else { return false }
      state.connection = connection
      return true
    }
  }

  func end() { state.withLock { $0.connection = nil } }

  var isRunning: Bool { state.withLock { $0.connection != nil } }

  /// Gives the call up; returns what it is using now, if anything.
  func giveUp() -> SMBConnection? {
    state.withLock { state in
      state.isGivenUp = true
      return state.connection
    }
  }
}
