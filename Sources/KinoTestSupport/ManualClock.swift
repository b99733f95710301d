package import KinoCore
internal import Synchronization

/// A clock that a test moves.
///
/// In the mode `.jumping` (the default) a sleep moves the clock and returns at once, which suits
/// back-off and delays. In the mode `.held` a sleeper waits until ``advance(by:)`` passes its time.
package final class ManualClock: KinoClock {
  /// What a sleep does.
  package enum Mode: Sendable {
    /// Moves the clock by its duration and returns.
    case jumping
    /// Waits for ``ManualClock/advance(by:)``.
    case held
  }

  private struct State {
    var wall: Timestamp
    var elapsed = Duration.zero
    var sleeps: [Duration] = []
    var nextID = 0
    var sleepers: [Int: (due: Duration, wake: CheckedContinuation<Bool, Never>)] = [:]
    var watchers:
      [(condition: @Sendable (borrowing State) -> Bool, wake: CheckedContinuation<Void, Never>)] =
        []
  }

  private let mode: Mode
  private let state: Mutex<State>

  /// Creates a clock that shows the given wall time, by default in the year 2033.
  package init(_ mode: Mode = .jumping, now: Timestamp = Timestamp(milliseconds: 2_000_000_000_000))
  {
    self.mode = mode
    state = Mutex(State(wall: now))
  }

  package func now() -> Timestamp { state.withLock { $0.wall } }

  package func monotonic() -> Duration { state.withLock { $0.elapsed } }

  /// Every duration that was slept or waited for, in order.
  package var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Sets the wall clock alone, as an administrator or NTP would.
  package func setWall(_ moment: Timestamp) { state.withLock { $0.wall = moment } }

  /// Moves both clocks and wakes whoever is due.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.elapsed += duration
      state.wall = state.wall.advanced(by: duration)
      let ready = state.sleepers.filter { $0.value.due <= state.elapsed }
      for id in ready.keys { state.sleepers[id] = nil }
      return ready.values.sorted { $0.due < $1.due }.map(\.wake)
    }
    for wake in due { wake.resume(returning: true) }
  }

  /// Waits until at least this many tasks sleep on the clock at the same time.
  package func waitForSleepers(_ count: Int = 1) async {
    await watch { $0.sleepers.count >= count }
  }

  /// Waits until at least this many sleeps have begun since the clock was made.
  package func waitForSleeps(total: Int) async {
    await watch { $0.sleeps.count >= total }
  }

  private func watch(_ condition: @escaping @Sendable (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if condition(state) { return true }
        state.watchers.append((condition, continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  package func sleep(for duration: Duration) async throws(CancellationError) {
    guard !Task.isCancelled else { throw CancellationError() }
    guard duration > .zero else { return }
    if mode == .jumping {
      state.withLock { $0.sleeps.append(duration) }
      return advance(by: duration)
    }
    guard await hold(for: duration) else { throw CancellationError() }
  }

  private func hold(for duration: Duration) async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        register(continuation, as: id, for: duration)
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake.resume(returning: false)
    }
  }

  private func register(
    _ continuation: CheckedContinuation<Bool, Never>,
    as id: Int,
    for duration: Duration
  ) {
    guard !Task.isCancelled else { return continuation.resume(returning: false) }
    let ready = state.withLock { state in
      state.sleeps.append(duration)
      state.sleepers[id] = (state.elapsed + duration, continuation)
      var ready: [CheckedContinuation<Void, Never>] = []
      for index in state.watchers.indices.reversed() where state.watchers[index].condition(state) {
        ready.append(state.watchers.remove(at: index).wake)
      }
      return ready
    }
    for wake in ready { wake.resume() }
    // A cancellation that came since the check found nobody to wake.
    if Task.isCancelled {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake.resume(returning: false)
    }
  }
}
