internal import KinoBlocking
import KinoCore
internal import Synchronization

/// Watches a folder on a thread of its own.
final class FolderWatcher: Sendable {
  /// How often it is made sure that the root's path still leads to the folder: a folder above it may
  /// be renamed without a word.
  private static let rootCheck: Int32 = 10_000

  private let queue: HintQueue
  private let signal: WakePipe
  /// One thread at a time has it: first the one that begins the watch, then the watch's own.
  private let tree = Mutex<WatchedTree?>(nil)

  private init(_ queue: HintQueue, _ signal: WakePipe) {
    self.queue = queue
    self.signal = signal
  }

  /// Begins a watch; returns when everything below the root is watched.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - request: What to watch for.
  /// - Returns: The watch.
  /// - Throws: ``KinoCore/SourceError``, as ``WatchedTree`` does; `cancelled` at once.
  static func begin(
    _ root: OpenRoot,
    _ request: WatchRequest
  ) async throws(SourceError) -> ChangeWatch {
    let signal: WakePipe
    do throws(SystemError) {
      signal = try WakePipe()
    } catch {
      throw SourceError(root: error)
    }
    let watcher = FolderWatcher(HintQueue(), signal)
    // From here on the watch's end, or being given up, ends what the threads do.
    let watch = ChangeWatch(watcher.queue) { signal.signal() }
    do {
      try await BlockingPool(name: "kino-watch", threadLimit: 1).run { () throws(SourceError) in
        try watcher.begin(root, request)
      }
    } catch {
      switch error {
      case .failed(let error): throw error
      case .cancelled: throw SourceError(.cancelled)
      case .timedOut, .exhausted: throw SourceError(.unavailable, scope: .root)
      }
    }
    guard NamedThread.start(named: "kino-watch", { watcher.run() }) else {
      throw SourceError(.unavailable, scope: .root)
    }
    return watch
  }

  private func begin(_ root: OpenRoot, _ request: WatchRequest) throws(SourceError) {
    try tree.withLock { tree throws(SourceError) in
      do throws(SystemError) {
        tree = try WatchedTree.begin(root.folder, request, until: signal)
      } catch {
        throw WatchedTree.failure(error)
      }
    }
  }

  /// Passes on what happens, until the watch ends.
  private func run() {
    tree.withLock { tree in
      guard var watched = tree.take() else { return }
      do throws(SourceError) {
        while !signal.isSignalled { try step(&watched) }
      } catch {
        queue.fail(error)
      }
    }
  }

  private func step(_ tree: inout WatchedTree) throws(SourceError) {
    tree.wait(atMost: Self.rootCheck)
    guard !signal.isSignalled else { return }
    let hints = try tree.takeHints()
    guard hints.isEmpty else { return queue.post(hints) }
    try tree.checkRoot()
  }
}
