import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The way to a server: a number of lanes, each with a connection of its own.
final class SMBLink: Sendable {
  let place: SMBPlace
  private let login: SMBLogin
  private let timeout: Duration
  private let isAlone: Bool
  private let lanes: [SMBLane]
  private let isClosed = Atomic(false)
  /// Whether the server took a connection the last time; else it is asked first, apart from all that
  /// connects, which a host that swallows packets would hold up for seconds.
  private let isReachable = Atomic(false)

  /// Creates a link; nothing is connected yet.
  ///
  /// - Parameters:
  ///   - place: Where to.
  ///   - login: Who logs in.
  ///   - timeout: The longest wait for one answer.
  ///   - laneCount: How many connections there may be; `nil` for one, whose calls are alone in the
  ///     process.
  init(place: SMBPlace, login: SMBLogin, timeout: Duration, laneCount: Int?) {
    self.place = place
    self.login = login
    self.timeout = timeout
    isAlone = laneCount == nil
    lanes = (0..<(laneCount ?? 1)).map { _ in SMBLane() }
  }

  /// How many calls can run at the same time.
  var width: Int { lanes.count }

  /// Runs a call on whichever lane has the least to do.
  ///
  /// A connection that was idle may have ended unnoticed, or been cut while a call before it was given
  /// up: then the call is made again on a new one. So it is, a little later, while every thread is
  /// still held by calls that were given up.
  ///
  /// - Parameters:
  ///   - duration: How long it may take.
  ///   - call: The call, given the connection and its lane.
  /// - Returns: What the call returned.
  /// - Throws: ``SMBFailure``
  func run<Value: Sendable>(
    within duration: Duration,
    _ call: @escaping @Sendable (SMBConnection, SMBLane) throws(SMBFailure) -> Value
  ) async throws(SMBFailure) -> Value {
    let deadline = ContinuousClock.now + duration
    var idleEnds = 0
    while true {
      do throws(SMBFailure) {
        return try await once(until: deadline, call)
      } catch {
        if error.stage == .exhausted, ContinuousClock.now < deadline {
          guard (try? await Task.sleep(for: Self.pause)) != nil else {
            throw SMBFailure(code: 0, stage: .cancelled)
          }
          continue
        }
        let endedIdle = error.wasIdle && error.stage == .call && error.endsConnection
        guard endedIdle, idleEnds < lanes.count else { throw error }
        idleEnds += 1
      }
    }
  }

  private static let pause = Duration.milliseconds(10)

  /// Ends all connections; calls after it fail.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    for lane in lanes { lane.close() }
  }

  private func once<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ call: @escaping @Sendable (SMBConnection, SMBLane) throws(SMBFailure) -> Value
  ) async throws(SMBFailure) -> Value {
    guard let lane = lanes.min(by: { $0.load < $1.load }) else {
      throw SMBFailure(code: -1, stage: .exhausted)
    }
    let value = try await lane.run(
      until: deadline,
      connect: { [self] connection throws(SMBFailure) in
        try reach(connection, until: deadline)
      },
      making: { [self] in makeConnection() }
    ) { connection throws(SMBFailure) -> Value in
      try call(connection, lane)
    }
    if isClosed.load(ordering: .sequentiallyConsistent) { lane.close() }
    return value
  }

  /// Whether a connection may be held by a call that does not end.
  var canWatch: Bool { !isAlone }

  /// A connection that is not ready yet; `nil` without memory.
  func makeConnection(
    as login: SMBLogin? = nil,
    within limit: Duration? = nil
  ) -> SMBConnection? {
    SMBConnection(
      to: place,
      as: login ?? self.login,
      timeout: min(timeout, limit ?? timeout),
      isAlone: isAlone
    )
  }

  /// Connects, on a thread that may block.
  func reach(
    _ connection: SMBConnection,
    until deadline: ContinuousClock.Instant
  ) throws(SMBFailure) {
    do throws(SMBFailure) {
      if !isReachable.load(ordering: .relaxed) {
        try connection.probe(within: deadline - ContinuousClock.now)
      }
      try connection.connect(to: place.url)
      isReachable.store(true, ordering: .relaxed)
    } catch {
      isReachable.store(false, ordering: .relaxed)
      guard isLoginRefused(error, on: connection) else { throw error.whileConnecting }
      throw SMBFailure(code: error.code, stage: .login)
    }
  }

  /// Whether it was the login that failed, rather than the way to the server, or to the share: the
  /// library says the same of them.
  ///
  /// Every user may connect to the server's own service, so that is tried, once, by a connection that is
  /// cut with the one that was refused. What the library knows no `errno` for, such as that the account
  /// is locked, was about the login when the server lets in nobody in particular.
  private func isLoginRefused(_ failure: SMBFailure, on refused: SMBConnection) -> Bool {
    switch failure.code {
    case EACCES, EPERM:
      login.isGuest || [EACCES, EPERM].contains(service(as: login, after: refused).code)
    case EINVAL:
      !login.isGuest
        && login.asNobody.map { service(as: $0, after: refused).wasLetIn } ?? false
    default: false
    }
  }

  /// What comes of connecting to the server's own service: an `errno`, and whether it let us in.
  private func service(
    as login: SMBLogin,
    after refused: SMBConnection
  ) -> (code: Int32, wasLetIn: Bool) {
    guard let connection = makeConnection(as: login, within: .seconds(5)) else {
      return (-1, false)
    }
    do throws(SMBFailure) {
      try refused.lending(to: connection) { () throws(SMBFailure) in
        try connection.connect(to: place.serviceURL)
      }
      return (0, true)
    } catch {
      return (error.code, connection.wasLetIn)
    }
  }
}

extension SMBFailure {
  fileprivate var whileConnecting: SMBFailure { SMBFailure(code: code, stage: .connecting) }
}
