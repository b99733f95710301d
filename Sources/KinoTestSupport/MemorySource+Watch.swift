package import KinoCore
internal import Synchronization

extension MemorySource {
  /// Watches everything below a directory.
  func watch(_ base: SourcePath, _ request: WatchRequest) -> ChangeWatch {
    let queue = HintQueue()
    let number = state.withLock { state in
      state.lastWatch += 1
      state.watches[state.lastWatch] = Watch(queue: queue, base: base, request: request)
      return state.lastWatch
    }
    return ChangeWatch(queue) { [self] in
      state.withLock { $0.watches[number] = nil }
    }
  }

  /// Ends all watches, as a lost connection does.
  package func endWatches(_ error: SourceError) {
    for watch in state.withLock({ Array($0.watches.values) }) { watch.queue.fail(error) }
  }

  /// Changes the source, and hints at it.
  func change(_ paths: [SourcePath], _ body: (inout State) -> Void) {
    let watches = state.withLock { state in
      body(&state)
      return Array(state.watches.values)
    }
    for watch in watches {
      watch.queue.post(
        paths.lazy
          .filter { watch.base.isAncestor(of: $0) }
          .map { $0.relative(to: watch.base) }
          .filter { watch.request.matters($0, .unknown) }
          .map { .changed($0.parent ?? .root) }
      )
    }
  }
}

extension SourcePath {
  /// The path as it is seen from a directory above it.
  fileprivate func relative(to base: SourcePath) -> SourcePath {
    SourcePath(components: components.dropFirst(base.depth))
  }
}
