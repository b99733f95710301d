internal import Synchronization

/// A listing behind a gate, whose pages are checked.
///
/// A failure before the first page begins the listing anew; one after it is passed on, because what
/// was delivered can not be taken back.
final class LayeredLister: DirectoryLister {
  private struct State {
    var lister: (any DirectoryLister)?
    /// Counts attempts: one that was given up may end later, and its page is lost.
    var attempts = 0
    var check: ListingCheck
    var hasDelivered = false
    var end: DirectoryEnd?
    var failure: SourceError?
  }

  private let request: ListRequest
  private let session: any SourceSession
  private let gate: OperationGate
  private let deadline: Duration
  private let state: Mutex<State>

  init(
    _ request: ListRequest,
    session: any SourceSession,
    gate: OperationGate,
    deadline: Duration
  ) {
    self.request = request
    self.session = session
    self.gate = gate
    self.deadline = deadline
    state = Mutex(State(check: ListingCheck(request.path, policy: gate.policy)))
  }

  /// Asks the adapter for the listing.
  func begin() async throws(SourceError) {
    let lister = try await gate.run(within: deadline, at: request.path) {
      [session, request] () throws(SourceError) in
      try await session.list(request)
    }
    state.withLock { $0.lister = lister }
  }

  func next() async throws(SourceError) -> DirectoryPage {
    let (end, failure) = state.withLock { ($0.end, $0.failure) }
    if let failure { throw failure }
    if let end { return DirectoryPage(entries: [], end: end) }
    do throws(SourceError) {
      let page = try await gate.run(
        within: deadline,
        at: request.path,
        mayRetry: { self.giveUpAttempt() },
        { () throws(SourceError) in try await self.attempt() }
      )
      return try admit(page)
    } catch {
      state.withLock { state in
        state.failure = error
        state.lister = nil
      }
      throw error
    }
  }

  /// One attempt; a lister that failed is over and gives way to a new one.
  private func attempt() async throws(SourceError) -> DirectoryPage {
    let (current, number) = state.withLock { state in
      defer { state.lister = nil }
      state.attempts += 1
      return (state.lister, state.attempts)
    }
    let lister: any DirectoryLister
    if let current { lister = current } else { lister = try await session.list(request) }
    let page = try await lister.next()
    state.withLock { state in
      if state.attempts == number { state.lister = lister }
    }
    return page
  }

  /// Makes sure that an attempt that ends after all changes nothing any more.
  ///
  /// - Returns: Whether a new listing can take its place.
  private func giveUpAttempt() -> Bool {
    state.withLock { state in
      state.attempts += 1
      state.lister = nil
      return !state.hasDelivered
    }
  }

  private func admit(_ page: DirectoryPage) throws(SourceError) -> DirectoryPage {
    try state.withLock { state throws(SourceError) in
      let page = try state.check.admit(page)
      state.hasDelivered = true
      state.end = page.end
      if page.end != nil { state.lister = nil }
      return page
    }
  }
}
