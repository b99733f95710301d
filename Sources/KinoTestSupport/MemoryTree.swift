import KinoCore

/// The entries of a ``MemorySource``.
struct MemoryTree {
  var entries: [SourcePath: SourceEntry] = [:]
  /// The names in each directory, in the order in which they were added.
  var children: [SourcePath: [PathComponent]] = [:]
  var contents: [SourcePath: [UInt8]] = [:]
  var raw: [SourcePath: [SourceEntry]] = [:]
  private var nextID: UInt64 = 2

  init(hasRoot: Bool = true) {
    guard hasRoot else { return }
    entries[.root] = SourceEntry(name: .root, kind: .directory, stableID: newID())
    children[.root] = []
  }

  var hasRoot: Bool { entries[.root] != nil }

  mutating func add(_ path: SourcePath, kind: SourceEntry.Kind) {
    guard let name = path.lastComponent, let parent = path.parent else { return }
    if entries[parent] == nil { add(parent, kind: .directory) }
    if entries[path] == nil {
      children[parent, default: []].append(name)
    } else if kind != .directory {
      remove(path)
      children[parent, default: []].append(name)
    } else {
      return
    }
    entries[path] = SourceEntry(name: name, kind: kind, stableID: newID())
    if kind == .directory { children[path] = [] }
  }

  mutating func update(_ path: SourcePath, _ change: (inout SourceEntry) -> Void) {
    // Invariant: a test changes only what it added.
    guard var entry = entries[path] else { preconditionFailure("no entry at \(path)") }
    change(&entry)
    entries[path] = entry
  }

  mutating func remove(_ path: SourcePath) {
    for below in entries.keys where path.isAncestor(of: below) { forget(below) }
    guard let name = path.lastComponent, let parent = path.parent else {
      return children[.root] = []
    }
    forget(path)
    children[parent]?.removeAll { $0 == name }
  }

  mutating func move(_ path: SourcePath, to destination: SourcePath) {
    // Invariant: a test moves only what it added, and never to the root.
    guard let moved = entries[path], let name = destination.lastComponent else {
      preconditionFailure("nothing to move at \(path)")
    }
    let before = self
    remove(path)
    remove(destination)
    add(destination, kind: moved.kind)
    for (old, entry) in before.entries where path.contains(old) {
      let suffix = old.bytes.dropFirst(path.bytes.count)
      guard let new = SourcePath(bytes: destination.bytes + suffix) else { continue }
      entries[new] = entry
      children[new] = before.children[old]
      contents[new] = before.contents[old]
    }
    entries[destination]?.name = name
  }

  private mutating func forget(_ path: SourcePath) {
    entries[path] = nil
    children[path] = nil
    contents[path] = nil
  }

  private mutating func newID() -> StableID {
    defer { nextID += 1 }
    return StableID(low: nextID)
  }
}
