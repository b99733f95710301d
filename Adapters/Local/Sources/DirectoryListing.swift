import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Reads one directory page by page; blocks.
///
/// The listing is complete only if the directory did not change while it was read: POSIX leaves open
/// whether a name that was added, removed or renamed in between appears, so that a rename could
/// otherwise look like a removal. A directory that fits one fill of the buffer was read under the
/// kernel's lock and needs no such check, unless a name was gone when it was looked at. Such a name is
/// looked for in a second listing: what that one lists, too, is there and cannot be looked at.
final class DirectoryListing: Sendable {
  private struct Progress: ~Copyable {
    var stream: DirectoryStream
    var reasons: Set<IncompleteReason> = []
    /// Names that were listed, and not there when they were looked at.
    var vanished: Set<[UInt8]> = []
    var end: DirectoryEnd?
  }

  let path: SourcePath
  private let pageLimit: Int
  private let root: OpenRoot
  private let device: UInt64
  private let volume: UInt64?
  private let modificationStamp: [Int64]
  private let progress: Mutex<Progress>

  init(of path: SourcePath, pageLimit: Int, in root: OpenRoot) throws(SourceError) {
    self.path = path
    self.pageLimit = max(1, pageLimit)
    self.root = root
    do throws(SystemError) {
      let directory = try root.folder.open(path, .list)
      let attributes = try FileAttributes(of: directory.raw)
      device = attributes.device
      volume = root.volume(of: attributes.device, under: directory.raw)
      modificationStamp = attributes.modificationStamp
      progress = Mutex(Progress(stream: DirectoryStream(directory)))
    } catch {
      throw root.failure(error, at: path, scope: .directory)
    }
  }

  /// Reads the next page; after the last one, an empty page with the same end.
  func nextPage() throws(SourceError) -> DirectoryPage {
    try progress.withLock { progress throws(SourceError) in
      if let end = progress.end { return DirectoryPage(entries: [], end: end) }
      var page = DirectoryPage(entries: [])
      do throws(SystemError) {
        while page.entries.count < pageLimit, progress.end == nil {
          if try !readEntry(&progress, into: &page) {
            progress.end = try end(of: &progress, notingIn: &page)
          }
        }
      } catch {
        throw root.failure(error, at: path, scope: .directory)
      }
      page.end = progress.end
      return page
    }
  }

  /// Takes one record, or refills the buffer; `false` at the end.
  private func readEntry(
    _ progress: inout Progress,
    into page: inout DirectoryPage
  ) throws(SystemError) -> Bool {
    guard let record = progress.stream.nextBuffered() else {
      guard try progress.stream.fill() else { return false }
      page.entries.reserveCapacity(min(pageLimit, progress.stream.bufferedCount))
      return true
    }
    let name = PathComponent(trusted: record.name)
    guard let error = record.failure else {
      page.entries.append(entry(record.attributes, named: name))
      return true
    }
    if error.code == ENOENT {
      progress.vanished.insert(record.name)
    } else {
      try note(error, of: name, &progress, in: &page)
    }
    return true
  }

  private func note(
    _ error: SystemError,
    of name: PathComponent,
    _ progress: inout Progress,
    in page: inout DirectoryPage
  ) throws(SystemError) {
    let failure = SourceError(error, at: path.appending(name), scope: .entry)
    guard !failure.endsListing else { throw error }
    progress.reasons.insert(.entryUnreadable)
    page.notes.append(EntryNote(name: name, error: failure))
  }

  private func entry(
    _ attributes: FileAttributes,
    named name: PathComponent
  ) -> SourceEntry {
    if attributes.device == device {
      return root.identified(attributes, as: name, isBoundary: false, volume: volume)
    }
    return root.identified(
      attributes,
      as: name,
      isBoundary: true,
      volume: volume(of: attributes, named: name)
    )
  }

  /// The file system that is mounted on a directory; on a file, none is looked for.
  private func volume(of attributes: FileAttributes, named name: PathComponent) -> UInt64? {
    if attributes.device == root.folder.device { return 0 }
    guard
      attributes.kind == .directory,
      let mounted = try? root.folder.open(path.appending(name), .list)
    else { return nil }
    return root.volume(of: attributes.device, under: mounted.raw)
  }

  private func end(
    of progress: inout Progress,
    notingIn page: inout DirectoryPage
  ) throws(SystemError) -> DirectoryEnd {
    let wasReadAtOnce = DirectoryStream.fillsUnderLock && progress.stream.fills <= 1
    if !wasReadAtOnce || !progress.vanished.isEmpty || root.folder.fileSystem.isRemote {
      let now = try FileAttributes(of: progress.stream.descriptor).modificationStamp
      if now != modificationStamp { progress.reasons.insert(.changedDuringListing) }
    }
    if !progress.vanished.isEmpty { try lookAgain(&progress, in: &page) }
    return progress.reasons.isEmpty ? .complete : .incomplete(Array(progress.reasons))
  }

  /// Lists once more, for the names that were not there when they were looked at.
  private func lookAgain(
    _ progress: inout Progress,
    in page: inout DirectoryPage
  ) throws(SystemError) {
    var stream = DirectoryStream(try root.folder.open(path, .list))
    while let record = try stream.next() {
      guard progress.vanished.contains(record.name) else { continue }
      if let error = record.failure {
        try note(error, of: PathComponent(trusted: record.name), &progress, in: &page)
      } else {
        // It has come meanwhile.
        progress.reasons.insert(.changedDuringListing)
      }
    }
  }
}
