internal import Synchronization

/// One request under way: the loop's thread puts the answer in, a task takes it out.
///
/// What is not taken out is bounded: a listing that nobody reads pauses, so that the server waits.
final class Transfer: Sendable {
  /// What the loop does after a piece of the body.
  enum Verdict {
    case goOn
    case pause
    case end
  }

  private struct State {
    var parser = ResponseHeadParser()
    var body: [UInt8] = []
    /// How much of a body that nobody wants has come.
    var unwantedBytes = 0
    var isPaused = false
    var remembersLogin = false
    /// Whether we ended it, having enough.
    var hadEnough = false
    /// How many bytes of cookies came.
    var cookieBytes = 0
    var outcome: TransferOutcome?
    var deadline: ContinuousClock.Instant
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// A waiting task is woken for as much of a listing, or for its end.
  private static let pieceSize = 64 << 10
  /// A listing pauses when as much waits.
  private static let pauseSize = 256 << 10
  /// As much is kept of an answer that was not asked for, to see what it is.
  private static let unwantedKept = 16 << 10
  /// As much of it is read so that the connection can be used again.
  private static let unwantedLimit = 256 << 10

  let request: TransferRequest
  private let inbox: LoopInbox
  private let state: Mutex<State>

  init(_ request: TransferRequest, inbox: LoopInbox, deadline: ContinuousClock.Instant) {
    self.request = request
    self.inbox = inbox
    state = Mutex(State(deadline: deadline))
  }

  // MARK: The task's side

  /// The head of the answer, as far as it has come.
  var head: ResponseHead? { state.withLock { $0.parser.head } }

  /// Waits for the next piece of the body, and puts it in place of what `body` held.
  ///
  /// A read's answer comes in one piece, and so does one that was not asked for, cut to its
  /// beginning.
  ///
  /// - Returns: The outcome, when this was the last piece.
  /// - Throws: How the transfer ended, if not well; a task that was cancelled, or is past its
  ///   deadline, gets no further piece although one is there, as some answers never end.
  func receive(
    into body: inout [UInt8],
    until deadline: ContinuousClock.Instant
  ) async throws(TransferEnd) -> Bool {
    body.removeAll(keepingCapacity: true)
    while true {
      if Task.isCancelled { cancel() } else if deadline <= .now { finishLate() }
      let (isReady, outcome, wasPaused) = state.withLock { state in
        state.deadline = deadline
        let isReady = state.outcome != nil || hasPiece(state)
        guard isReady else { return (false, TransferOutcome?.none, false) }
        swap(&state.body, &body)
        defer { state.isPaused = false }
        // What came of a listing before its connection broke is still good.
        if case .failed? = state.outcome, !request.isRead, isWanted(state), !body.isEmpty {
          return (true, nil, false)
        }
        return (true, state.outcome, state.isPaused)
      }
      if let outcome, outcome != .finished { throw TransferEnd(outcome: outcome) }
      if isReady {
        if wasPaused { inbox.post(.resume(self)) }
        return outcome != nil
      }
      await wait()
    }
  }

  /// Ends the transfer; whoever waits for it goes on at once.
  func cancel() {
    finish(.cancelled)
    inbox.post(.remove(self))
  }

  /// Ends a transfer that goes on after its deadline; one that is over has come in time.
  private func finishLate() {
    finish(.timedOut)
    inbox.post(.remove(self))
  }

  private func hasPiece(_ state: State) -> Bool {
    !request.isRead && state.body.count >= Self.pieceSize && isWanted(state)
  }

  private func isWanted(_ state: State) -> Bool {
    state.parser.head.map { request.wants($0.status) } ?? false
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.outcome != nil || hasPiece(state) { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  // MARK: The loop's side

  /// When the waiting task gives up.
  var deadline: ContinuousClock.Instant { state.withLock { $0.deadline } }

  /// Whether nothing of an answer has come, and somebody may still wait for one.
  var isUnanswered: Bool { state.withLock { $0.parser.head == nil && $0.outcome == nil } }

  /// Whether we ended it, having enough of it.
  var hadEnough: Bool { state.withLock { $0.hadEnough } }

  /// How many bytes of cookies the answer brought.
  var cookieBytes: Int { state.withLock { $0.cookieBytes } }

  /// Says that the handle presents a Digest login that it made before.
  func useRememberedLogin() {
    state.withLock { $0.remembersLogin = true }
  }

  /// Takes a line of the head.
  ///
  /// - Returns: Whether to go on. A remembered login that is refused, and not for its age, would be
  ///   presented once more by libcurl, and count as one more wrong password.
  func take(line: [UInt8]) -> Bool {
    state.withLock { state in
      state.parser.take(line)
      if line.prefix(11).matches("set-cookie:") { state.cookieBytes += line.count }
      guard state.remembersLogin, state.parser.isComplete, let head = state.parser.head else {
        return true
      }
      state.hadEnough = head.status == 401 && !head.saysStale
      return !state.hadEnough
    }
  }

  /// Takes a piece of the body.
  func take(_ bytes: Span<UInt8>) -> Verdict {
    let (verdict, waiter) = state.withLock { state in
      let verdict = isWanted(state) ? accept(bytes, &state) : skip(bytes, &state)
      if verdict == .end { state.hadEnough = true }
      return (verdict, hasPiece(state) ? state.waiter.take() : nil)
    }
    waiter?.resume()
    return verdict
  }

  private func accept(_ bytes: Span<UInt8>, _ state: inout State) -> Verdict {
    var room = Int.max
    switch request.method {
    case .propfind:
      if state.body.count >= Self.pauseSize {
        state.isPaused = true
        return .pause
      }
    case .read(_, let count):
      // A byte more than was asked for shows that the server sent something else. A whole file
      // in place of its beginning is cut instead.
      room = count + (state.parser.head?.status == 206 ? 1 : 0)
      // Of a web page enough comes to see whether it is one to log in on.
      if state.parser.head?.isWebPage == true { room = max(room, Self.unwantedKept) }
      room -= state.body.count
    }
    let taken = bytes.extracting(first: min(room, bytes.count))
    unsafe taken.withUnsafeBufferPointer { unsafe state.body.append(contentsOf: $0) }
    return bytes.count < room ? .goOn : .end
  }

  private func skip(_ bytes: Span<UInt8>, _ state: inout State) -> Verdict {
    let kept = bytes.extracting(first: min(Self.unwantedKept - state.body.count, bytes.count))
    unsafe kept.withUnsafeBufferPointer { unsafe state.body.append(contentsOf: $0) }
    state.unwantedBytes += bytes.count
    // A whole file in place of a part of it is of no use, and may be long.
    let isWholeFile = request.isRead && state.parser.head?.status == 200
    return !isWholeFile && state.unwantedBytes < Self.unwantedLimit ? .goOn : .end
  }

  /// Ends the transfer for the task; the first outcome counts.
  func finish(_ outcome: TransferOutcome) {
    let waiter = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Ends the transfer if somebody waits for it and its time is over.
  ///
  /// - Returns: Whether it ended.
  func expire(at now: ContinuousClock.Instant) -> Bool {
    let isOver = state.withLock { $0.waiter != nil && $0.deadline <= now }
    if isOver { finish(.timedOut) }
    return isOver
  }
}

/// A transfer ended without the answer that was asked for.
struct TransferEnd: Error, Hashable {
  let outcome: TransferOutcome
}
