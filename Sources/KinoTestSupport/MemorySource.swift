package import KinoCore
internal import Synchronization

/// A source in memory, whose tree and failures a test writes.
///
/// The tree may change at any time, also from ``onCall(_:)`` in the middle of a scan. A listing
/// shows the directory as it was when its first page was pulled.
///
/// ```swift
/// let source = MemorySource()
/// source.addFile(.path("films/a.mkv"), size: 700)
/// source.fail(.list, at: .path("films"), with: SourceError(.unavailable), .times(2))
/// let session = try await source.connect()
/// ```
package final class MemorySource: Sendable {
  /// Runs before a call does anything; it may change the source, wait, or throw in its place.
  package typealias CallHook = @Sendable (SourceCall) async throws(SourceError) -> Void

  struct State {
    var tree = MemoryTree()
    var faults = FaultScript()
    var capabilities = MemorySource.defaultCapabilities
    var identity: RootIdentity = .identity([1])
    var calls: [SourceCall] = []
    var hook: CallHook?
    var pageLimit = Int.max
    var active = 0
    var peak = 0
    var openListers = 0
    var watches: [Int: Watch] = [:]
    var lastWatch = 0
  }

  /// Who hears of changes, and below which directory.
  struct Watch {
    var queue: HintQueue
    var base: SourcePath
    var request: WatchRequest
  }

  let state = Mutex(State())
  private let clock: any KinoClock

  /// Creates a source with an empty root.
  ///
  /// - Parameter clock: What scripted delays sleep on.
  package init(clock: any KinoClock = ManualClock()) {
    self.clock = clock
  }

  /// Connects as the scan would.
  package func connect() async throws(SourceError) -> any SourceSession {
    try await MemoryAdapter(self).connect(MemoryAdapter.configuration, credential: nil)
  }

  /// Case-sensitive, exact, millisecond times, ids that survive a rename, 8 calls at a time.
  package static var defaultCapabilities: SourceCapabilities {
    var capabilities = SourceCapabilities()
    capabilities.stableID = .init(scope: .source, survivesRename: true, reusedAfterDelete: true)
    capabilities.caseSensitivity = .sensitive
    capabilities.normalisation = .exact
    capabilities.modificationPrecision = 1
    capabilities.ranges = .any
    capabilities.symlinks = .visible
    capabilities.maxConcurrentOperations = 8
    capabilities.enforcesDeadlines = true
    capabilities.isRemote = false
    return capabilities
  }

  /// What sessions declare; those already open see a change at once.
  package var capabilities: SourceCapabilities {
    get { state.withLock { $0.capabilities } }
    set { state.withLock { $0.capabilities = newValue } }
  }

  /// What the root's identity reads as.
  package var identity: RootIdentity {
    get { state.withLock { $0.identity } }
    set { state.withLock { $0.identity = newValue } }
  }

  /// The most entries on a page, whatever a request asks for.
  package var pageLimit: Int {
    get { state.withLock { $0.pageLimit } }
    set { state.withLock { $0.pageLimit = newValue } }
  }

  /// Every call so far, in the order of arrival.
  package var calls: [SourceCall] { state.withLock { $0.calls } }

  /// How often an operation was called, for one path or for all.
  package func count(_ operation: SourceCall.Operation, at path: SourcePath? = nil) -> Int {
    calls.count { $0.operation == operation && (path == nil || $0.path == path) }
  }

  /// Forgets the calls so far.
  package func clearCalls() { state.withLock { $0.calls = [] } }

  /// The most calls that ran at the same time.
  package var peakConcurrency: Int { state.withLock { $0.peak } }

  /// The listings that were begun and neither ended nor dropped.
  package var openListers: Int { state.withLock { $0.openListers } }

  /// Sets what runs before each call; `nil` withdraws it.
  package func onCall(_ hook: CallHook?) { state.withLock { $0.hook = hook } }

  /// Logs a call, plays what is scripted for it, then answers it.
  func answer<Value: Sendable>(
    _ operation: SourceCall.Operation,
    _ path: SourcePath,
    _ body: @Sendable (inout State) throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let call = SourceCall(operation, path)
    let hook = state.withLock { state in
      state.calls.append(call)
      state.active += 1
      state.peak = max(state.peak, state.active)
      return state.hook
    }
    defer { state.withLock { $0.active -= 1 } }
    guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
    try await hook?(call)
    let delay = state.withLock { $0.faults.delay(of: call) }
    if let delay {
      do { try await clock.sleep(for: delay) } catch { throw SourceError(.cancelled, path: path) }
    }
    return try state.withLock { state throws(SourceError) in
      try state.faults.play(call)
      return try body(&state)
    }
  }
}
