import KinoCore
internal import Synchronization

/// A listing of a ``MemorySource``, fixed when its first page is pulled.
final class MemoryLister: DirectoryLister {
  private struct Progress {
    var remaining: ArraySlice<SourceEntry>?
    var end: DirectoryEnd?
    var failure: SourceError?
    var page = 0
    var isCounted = true
  }

  private let source: MemorySource
  private let request: ListRequest
  private let progress = Mutex(Progress())

  init(_ source: MemorySource, _ request: ListRequest) {
    self.source = source
    self.request = request
  }

  deinit {
    release()
  }

  func next() async throws(SourceError) -> DirectoryPage {
    if let failure = progress.withLock({ $0.failure }) { throw failure }
    if let end = progress.withLock({ $0.end }) { return DirectoryPage(entries: [], end: end) }
    do throws(SourceError) {
      return try await source.answer(.page, request.path) { state throws(SourceError) in
        try self.nextPage(&state)
      }
    } catch {
      progress.withLock { $0.failure = error }
      release()
      throw error
    }
  }

  private func nextPage(_ state: inout MemorySource.State) throws(SourceError) -> DirectoryPage {
    let page = progress.withLock { $0.page }
    try state.faults.play(SourceCall(.page, request.path), page: page)
    let limit = max(1, min(request.pageLimit, state.pageLimit))
    let entries = try remaining(in: state)
    let rest = entries.dropFirst(limit)
    var end: DirectoryEnd?
    if rest.isEmpty {
      end = state.faults.ending(of: request.path).map { .incomplete($0) } ?? .complete
      if progress.withLock({ $0.isCounted }) { state.openListers -= 1 }
    }
    progress.withLock { progress in
      progress.remaining = rest
      progress.page += 1
      progress.end = end
      if end != nil { progress.isCounted = false }
    }
    return DirectoryPage(entries: Array(entries.prefix(limit)), end: end)
  }

  private func remaining(
    in state: MemorySource.State
  ) throws(SourceError) -> ArraySlice<SourceEntry> {
    if let remaining = progress.withLock({ $0.remaining }) { return remaining }
    if state.faults.emptyLooks.contains(request.path) { return [] }
    return try state.listing(of: request.path)[...]
  }

  private func release() {
    let wasCounted = progress.withLock { progress in
      defer { progress.isCounted = false }
      return progress.isCounted
    }
    if wasCounted { source.state.withLock { $0.openListers -= 1 } }
  }
}

extension MemorySource.State {
  fileprivate func listing(of path: SourcePath) throws(SourceError) -> [SourceEntry] {
    guard let names = tree.children[path] else {
      throw SourceError(path.isRoot ? .sourceMissing : .notFound, path: path)
    }
    return names.compactMap { tree.entries[path.appending($0)].map(visible) }
      + (tree.raw[path] ?? [])
  }
}
