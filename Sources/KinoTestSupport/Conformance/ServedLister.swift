import KinoConformance
import KinoCore
internal import Synchronization

/// A listing of a ``MemoryServer``, with what goes wrong in its middle.
final class ServedLister: DirectoryLister {
  private struct Progress {
    var page = 0
    var delivered = 0
    var end: DirectoryPage?
    var failure: SourceError?
    var first: DirectoryPage?
  }

  private let lister: any DirectoryLister
  private let server: MemoryServer
  private let path: SourcePath
  private let pageLimit: Int
  private let restarts: Int
  private let progress = Mutex(Progress())

  init(
    _ lister: any DirectoryLister,
    _ server: MemoryServer,
    _ path: SourcePath,
    _ pageLimit: Int
  ) {
    self.lister = lister
    self.server = server
    self.path = path
    self.pageLimit = pageLimit
    restarts = server.restarts
    server.hold(1)
  }

  deinit { server.hold(-1) }

  func next() async throws(SourceError) -> DirectoryPage {
    let (end, failure) = progress.withLock { ($0.end, $0.failure) }
    if let failure { throw failure }
    if let end { return end }
    do throws(SourceError) {
      let page = try await server.request(at: path, isListing: true) { () throws(SourceError) in
        try await self.pull()
      }
      if let end = page.end {
        progress.withLock { $0.end = DirectoryPage(entries: [], end: end) }
      }
      return page
    } catch {
      progress.withLock { $0.failure = error }
      throw error
    }
  }

  private func pull() async throws(SourceError) -> DirectoryPage {
    guard server.restarts == restarts else { throw SourceError(.unavailable, path: path) }
    let number = progress.withLock { progress in
      defer { progress.page += 1 }
      return progress.page
    }
    if server.has(.failPage(number)) { throw SourceError(.unavailable, path: path) }
    if server.has(.cyclicPages), let first = progress.withLock({ $0.first }) { return first }
    var page = try await lister.next()
    page.entries = page.entries.map { server.described($0, at: path.appending($0.name)) }
    try applyFaults(to: &page)
    let (entries, isFirst) = (page.entries.count, number == 0)
    let copy = page
    progress.withLock { progress in
      progress.delivered += entries
      if isFirst { progress.first = copy }
    }
    return page
  }

  private func applyFaults(to page: inout DirectoryPage) throws(SourceError) {
    let before = progress.withLock { $0.delivered }
    let after = before + page.entries.count
    if let limit = server.fault(\.brokenListing), after >= limit || page.end != nil {
      throw SourceError(.unavailable, path: path)
    }
    if let limit = server.fault(\.cappedListing), after >= limit {
      page.entries = Array(page.entries.prefix(limit - before))
      page.end = .incomplete([.truncatedByServer])
    }
    let gone = page.entries.filter { server.has(.vanishingEntry(path.appending($0.name))) }
    page.entries.removeAll { gone.contains($0) }
    for entry in page.entries {
      let place = path.appending(entry.name)
      guard server.has(.unreadableEntry(place)) else { continue }
      let error = SourceError(.unavailable, scope: .entry, path: place)
      page.notes.append(EntryNote(name: entry.name, error: error))
      page.entries.removeAll { $0.name == entry.name }
      if page.end != nil { page.end = .incomplete([.entryUnreadable]) }
    }
    if server.has(.hostileNames), path.isRoot, before == 0 { addHostileNames(to: &page) }
  }

  /// What no check has seen, as a protocol would bring it.
  private func addHostileNames(to page: inout DirectoryPage) {
    for name in ["..", ".", "", "a/b", "../evil.mkv", "evil\0.mkv"] {
      page.entries.append(SourceEntry(name: PathComponent(trusted: Array(name.utf8)), kind: .file))
    }
  }
}

extension Fault {
  fileprivate var brokenListing: Int? {
    switch self {
    case .resetListing(let count), .truncateListing(let count): count
    default: nil
    }
  }

  fileprivate var cappedListing: Int? {
    if case .capListing(let count) = self { count } else { nil }
  }
}
