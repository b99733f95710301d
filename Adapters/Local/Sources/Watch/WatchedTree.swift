import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A folder with all directories below it under watch; its calls block.
///
/// Directories are opened as listings open them, so that no link is followed and none outside is
/// watched. The folder itself is not held open: its disk can be unmounted.
struct WatchedTree: ~Copyable, Sendable {
  private let rootPath: [UInt8]
  private let device: UInt64
  private let inode: UInt64?
  private let request: WatchRequest
  private let signal: WakePipe
  private let events: EventQueue
  private var table: WatchTable

  private init(
    _ rootPath: [UInt8],
    _ root: FileAttributes,
    _ request: WatchRequest,
    _ signal: WakePipe,
    _ events: consuming EventQueue,
    _ table: WatchTable
  ) {
    self.rootPath = rootPath
    device = root.device
    inode = root.inode
    self.request = request
    self.signal = signal
    self.events = events
    self.table = table
  }

  /// Watches a folder with all that is below it now.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - request: What to watch for.
  ///   - signal: Ends what goes on.
  /// - Returns: The folder under watch.
  /// - Throws: ``SystemError``; see ``failure(_:)``.
  static func begin(
    _ root: borrowing RootFolder,
    _ request: WatchRequest,
    until signal: WakePipe
  ) throws(SystemError) -> WatchedTree {
    guard root.isInPlace() else { throw SystemError(code: ENOENT) }
    let attributes = try root.currentAttributes()
    let events = try EventQueue()
    let directory = try root.open(.root, .list)
    let table = WatchTable(root: try events.add(directory))
    var tree = WatchedTree(root.path, attributes, request, signal, events, table)
    try tree.watch(namesOf: directory, in: table.rootWatch, root)
    return tree
  }

  /// Whether the root's path still leads to the folder that is watched.
  func checkRoot() throws(SourceError) {
    do throws(SystemError) {
      _ = try openRoot()
    } catch {
      throw Self.failure(error)
    }
  }

  /// Waits for events, or until the signal is given.
  func wait(atMost milliseconds: Int32) {
    events.wait(for: signal, atMost: milliseconds)
  }

  /// Takes what has happened: watches what is new, and tells where to look.
  ///
  /// - Returns: Hints, none twice; none at all when nothing happened that matters.
  /// - Throws: ``SourceError``, after which nothing is watched reliably: `sourceMissing` when the
  ///   root was removed, moved or unmounted, `tooLarge` as at the beginning.
  mutating func takeHints() throws(SourceError) -> [ChangeHint] {
    do throws(SystemError) {
      var changes = Changes()
      let events = try events.read()
      if events.contains(where: \.isOverflow) { return try startAnew() }
      for event in events { try take(event, into: &changes) }
      for watch in table.watches(at: changes.vanished) {
        self.events.remove(watch)
        table.remove(watch)
      }
      if !changes.appeared.isEmpty { try watch(changes.appeared, &changes.paths) }
      return changes.paths.map { .changed($0) }
    } catch {
      throw Self.failure(error)
    }
  }

  /// What a batch of events comes to.
  private struct Changes {
    var paths: Set<SourcePath> = []
    var vanished: Set<WatchTable.Place> = []
    var appeared: Set<WatchTable.Place> = []
  }

  private mutating func take(
    _ event: EventQueue.Event,
    into changes: inout Changes
  ) throws(SystemError) {
    if event.isForgotten { return table.remove(event.watch) }
    if event.isOfItself {
      if table.isRoot(event.watch) { throw SystemError(code: ENOENT) }
      return
    }
    guard let directory = table.path(of: event.watch) else { return }
    guard !event.name.isEmpty else {
      changes.paths.insert(directory)
      return
    }
    let path = directory.appending(PathComponent(trusted: event.name))
    guard request.matters(path, event.isDirectory ? .directory : .file) else { return }
    let place = WatchTable.Place(parent: event.watch, name: event.name)
    if event.isDirectory {
      if event.hasVanished {
        changes.vanished.insert(place)
      } else {
        changes.appeared.insert(place)
      }
      // A change of a directory's own attributes comes by its own watch, too.
      guard event.hasAppeared || event.hasVanished else { return }
    }
    changes.paths.insert(directory)
  }

  /// Watches directories that have appeared, and tells of those that were not watched.
  private mutating func watch(
    _ places: Set<WatchTable.Place>,
    _ paths: inout Set<SourcePath>
  ) throws(SystemError) {
    let root = try openRoot()
    for place in places {
      guard let parent = table.path(of: place.parent) else { continue }
      let path = parent.appending(PathComponent(trusted: place.name))
      if try watch(path, at: place, root) { paths.insert(path) }
    }
  }

  /// Watches a directory and all below it.
  ///
  /// - Returns: Whether it was not watched before, at this place.
  private mutating func watch(
    _ path: SourcePath,
    at place: WatchTable.Place,
    _ root: borrowing RootFolder
  ) throws(SystemError) -> Bool {
    guard request.matters(path, .directory) else { return false }
    guard let directory = try Self.opened(path, in: root) else { return false }
    let watch = try events.add(directory)
    if table.place(of: watch) == place { return false }
    // Its own ancestor, mounted below itself.
    if table.isInside(place.parent, watch) { return false }
    table.set(watch, at: place)
    try self.watch(namesOf: directory, in: watch, root)
    return true
  }

  /// Watches what is below a directory, to the bottom.
  private mutating func watch(
    namesOf directory: consuming FileDescriptor,
    in watch: Int32,
    _ root: borrowing RootFolder
  ) throws(SystemError) {
    var waiting = try Self.places(in: directory, watch)
    while let place = waiting.popLast() {
      if signal.isSignalled { throw SystemError(code: ECANCELED) }
      guard let parent = table.path(of: place.parent) else { continue }
      let path = parent.appending(PathComponent(trusted: place.name))
      guard request.matters(path, .directory) else { continue }
      guard let found = try Self.opened(path, in: root) else { continue }
      let watch = try events.add(found)
      if table.place(of: watch) == place || table.isInside(place.parent, watch) { continue }
      // One that is known elsewhere was moved here, or is mounted twice.
      let isNew = !table.contains(watch)
      table.set(watch, at: place)
      if isNew { waiting += try Self.places(in: found, watch) }
    }
  }

  private static func places(
    in directory: consuming FileDescriptor,
    _ watch: Int32
  ) throws(SystemError) -> [WatchTable.Place] {
    try SubdirectoryNames(directory).read().map { WatchTable.Place(parent: watch, name: $0) }
  }

  /// Opens a directory; `nil` where there is none, or none that may be read: the scan tells of it.
  private static func opened(
    _ path: SourcePath,
    in root: borrowing RootFolder
  ) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      return try root.open(path, .list)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, ENAMETOOLONG: return nil
      default: throw error
      }
    }
  }

  /// Watches everything again, since events were lost.
  private mutating func startAnew() throws(SystemError) -> [ChangeHint] {
    let root = try openRoot()
    self = try Self.begin(root, request, until: signal)
    return [.overflow]
  }

  /// Opens the root anew; `ENOENT` when another one is in its place.
  private func openRoot() throws(SystemError) -> RootFolder {
    let root = try RootFolder(rootPath)
    let now = try root.currentAttributes()
    guard now.device == device, now.inode == inode else { throw SystemError(code: ENOENT) }
    return root
  }

  /// What a failure means for the watch: `sourceMissing` when the folder is not the one that was
  /// opened, `tooLarge` for more directories than the system lets a user watch, `cancelled` after the
  /// signal.
  static func failure(_ error: SystemError) -> SourceError {
    let underlying = SourceError.Underlying(domain: "errno", code: Int64(error.code))
    switch error.code {
    case ECANCELED: return SourceError(.cancelled)
    // More directories, or more watches at once, than the system's settings allow a user.
    case ENOSPC, EMFILE: return SourceError(.tooLarge, scope: .root, underlying: underlying)
    case ENOSYS: return SourceError(.unsupported, scope: .root, underlying: underlying)
    default: return SourceError(root: error)
    }
  }
}
