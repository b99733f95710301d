internal import KinoBlocking
import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Watches a folder of a share, by a connection and on a thread of its own.
///
/// What the server tells depends on the server: Samba tells of whatever is done through it, and of
/// what others do in the folder itself; not of what programs on the server do further down.
final class ShareWatcher: Sendable {
  private struct State {
    var connection: SMBConnection?
    var isEnded = false
  }

  /// How often the thread looks whether anybody still wants hints; a cut ends it sooner.
  private static let step: Duration = .milliseconds(500)
  /// The pause after the server has lost changes.
  private static let pause: Duration = .seconds(1)

  private let link: SMBLink
  private let request: WatchRequest
  private let queue = HintQueue()
  private let state = Mutex(State())

  private init(_ link: SMBLink, _ request: WatchRequest) {
    self.link = link
    self.request = request
  }

  /// Begins a watch; returns when the server has been asked for changes.
  ///
  /// - Parameters:
  ///   - link: The way to the server, from which nothing but its settings is used.
  ///   - request: What to watch for.
  ///   - duration: How long connecting may take.
  /// - Returns: The watch.
  /// - Throws: ``KinoCore/SourceError``, as opening the session does; `cancelled` at once.
  static func begin(
    _ link: SMBLink,
    _ request: WatchRequest,
    within duration: Duration
  ) async throws(SourceError) -> ChangeWatch {
    let watcher = ShareWatcher(link, request)
    // From here on the watch's end, or being given up, ends what the thread does.
    let watch = ChangeWatch(watcher.queue) { watcher.end() }
    let (outcomes, continuation) = AsyncStream.makeStream(of: SourceError?.self)
    let hasStarted = NamedThread.start(named: "kino-smb-watch") {
      watcher.run(until: ContinuousClock.now + duration) { outcome in
        continuation.yield(outcome)
        continuation.finish()
      }
    }
    guard hasStarted else { throw SourceError(.unavailable, scope: .root) }
    var iterator = outcomes.makeAsyncIterator()
    guard let outcome = await iterator.next(isolation: #isolation) else {
      throw SourceError(.cancelled)
    }
    if let outcome { throw outcome }
    return watch
  }

  /// Ends the thread's call, from any thread.
  private func end() {
    let connection = state.withLock { state in
      state.isEnded = true
      return state.connection
    }
    connection?.cut()
  }

  private var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Connects, and passes on what the server tells until there is an end to it.
  private func run(
    until deadline: ContinuousClock.Instant,
    begun: @escaping @Sendable (SourceError?) -> Void
  ) {
    do throws(SMBFailure) {
      guard let connection = link.makeConnection() else {
        throw SMBFailure(code: -1, stage: .exhausted)
      }
      let isWanted = state.withLock { state in
        state.connection = connection
        return !state.isEnded
      }
      guard isWanted else { throw SMBFailure(code: 0, stage: .cancelled) }
      try link.reach(connection, until: deadline)
      try follow(connection) { begun(nil) }
    } catch {
      let reason = SourceError(root: error)
      // Whichever of the two somebody waits for.
      begun(reason)
      queue.fail(reason)
    }
    // Its memory is not freed under the lock, for which whoever ends the watch would wait.
    let last = state.withLock { state in
      defer { state.connection = nil }
      return state.connection
    }
    withExtendedLifetime(last) {}
  }

  private func follow(
    _ connection: SMBConnection,
    _ begun: @escaping () -> Void
  ) throws(SMBFailure) {
    let url = link.place.url
    var hasLost = false
    while !isEnded {
      do throws(SMBFailure) {
        try connection.watch(url, step: Self.step) { [self] path in
          begun()
          // What changed until the server was asked again is lost as well.
          if hasLost { queue.post([.overflow]) }
          hasLost = false
          if let path { tell(path) }
          return !isEnded
        }
      } catch {
        // A server that has lost changes says so in a way for which the library has no word.
        guard !isEnded, !connection.isLost else { throw error }
        _ = try connection.look(at: url)
        // The library makes a connection that ended anew for that.
        guard !connection.isLost else { throw error }
        hasLost = true
        pauseUnlessEnded()
      }
    }
  }

  /// Hints at the directory of a change, if it matters.
  private func tell(_ path: [UInt8]) {
    let separators: Set<UInt8> = [UInt8(ascii: "\\"), UInt8(ascii: "/")]
    var place = SourcePath.root
    for name in path.split(whereSeparator: separators.contains) {
      // What cannot be the name of an entry is not asked about any further.
      guard let component = PathComponent(bytes: Array(name)) else { break }
      place = place.appending(component)
    }
    guard request.matters(place, .unknown) else { return }
    queue.post([.changed(place.parent ?? .root)])
  }

  private func pauseUnlessEnded() {
    let end = ContinuousClock.now + Self.pause
    while !isEnded, ContinuousClock.now < end { usleep(50_000) }
  }
}
