internal import Synchronization

/// A watch over a source: the hints that it gives, pulled one batch after the other.
///
/// It lasts until it fails, is closed, or its last reference is dropped; the session that began it may
/// be closed before.
public final class ChangeWatch: Sendable {
  private let queue: HintQueue
  private let onEnd: @Sendable () -> Void
  private let isEnded = Atomic(false)

  /// Creates the end of a queue from which hints are pulled.
  ///
  /// - Parameters:
  ///   - queue: Where the adapter posts its hints.
  ///   - onEnd: Called once, from any thread, when nobody wants any more; must not block.
  public init(_ queue: HintQueue, onEnd: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.onEnd = onEnd
  }

  deinit { close() }

  /// Waits for hints; one caller at a time.
  ///
  /// Cancelling leaves the watch usable.
  ///
  /// - Returns: What was posted since the last time, at least one hint, no two alike.
  /// - Throws: ``SourceError``: `cancelled` for a cancelled task; any other ends the watch, and every
  ///   further call throws the same: what changes from then on is not told.
  public func next() async throws(SourceError) -> [ChangeHint] {
    try await queue.next()
  }

  /// Ends the watch.
  ///
  /// Calls after it throw `unavailable`. Closing twice is allowed.
  public func close() {
    queue.fail(SourceError(.unavailable, retry: .permanent))
    if !isEnded.exchange(true, ordering: .sequentiallyConsistent) { onEnd() }
  }
}

/// Where an adapter posts hints, from any thread.
///
/// It keeps at most ``limit`` paths for a reader that is slow; with more of them it is all one
/// overflow.
public final class HintQueue: Sendable {
  /// The most paths that wait.
  public static let limit = 1_024

  private struct State {
    var paths: Set<SourcePath> = []
    var isOverflown = false
    var failure: SourceError?
    var reader: CheckedContinuation<Void, Never>?

    var isReady: Bool { !paths.isEmpty || isOverflown || failure != nil }
  }

  private let state = Mutex(State())

  /// Creates an empty queue.
  public init() {}

  /// Adds hints; returns at once.
  ///
  /// - Parameter hints: What may have changed.
  public func post(_ hints: some Sequence<ChangeHint>) {
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      for hint in hints { Self.add(hint, to: &state) }
      return Self.readerToWake(&state)
    }
    reader?.resume()
  }

  /// Ends the watch behind what was posted; the first reason stands.
  ///
  /// - Parameter error: Why there are no more hints.
  public func fail(_ error: SourceError) {
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.failure = state.failure ?? error
      return Self.readerToWake(&state)
    }
    reader?.resume()
  }

  fileprivate func next() async throws(SourceError) -> [ChangeHint] {
    while true {
      guard !Task.isCancelled else { throw SourceError(.cancelled) }
      if let hints = try take() { return hints }
      await withTaskCancellationHandler {
        await withCheckedContinuation { park($0) }
      } onCancel: {
        wake()
      }
    }
  }

  private func take() throws(SourceError) -> [ChangeHint]? {
    try state.withLock { state throws(SourceError) -> [ChangeHint]? in
      if state.isOverflown {
        state.isOverflown = false
        return [.overflow]
      }
      if !state.paths.isEmpty {
        defer { state.paths = [] }
        return state.paths.map { .changed($0) }
      }
      if let failure = state.failure { throw failure }
      return nil
    }
  }

  private func park(_ reader: CheckedContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      if !state.isReady { state.reader = reader }
      return state.isReady
    }
    if isReady { return reader.resume() }
    // A cancellation that came before found nobody to wake.
    if Task.isCancelled { wake() }
  }

  private func wake() {
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  private static func add(_ hint: ChangeHint, to state: inout State) {
    guard !state.isOverflown, state.failure == nil else { return }
    if case .changed(let path) = hint {
      state.paths.insert(path)
      guard state.paths.count > limit else { return }
    }
    state.isOverflown = true
    state.paths = []
  }

  private static func readerToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    guard state.isReady else { return nil }
    defer { state.reader = nil }
    return state.reader
  }
}
