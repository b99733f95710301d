import KinoCore

/// A file system in memory: what a source would list.
struct SourceTree {
  /// A file or a directory.
  struct Node: Hashable {
    var isDirectory: Bool
    var size: Int64 = 0
    var modifiedAt: Int64 = 0
    var stableID: UInt64
  }

  private(set) var nodes: [SourcePath: Node] = [.root: Node(isDirectory: true, stableID: 1)]
  private var lastID: UInt64 = 1
  private var lastTime: Int64 = 1_000

  /// Adds a file, and the directories on the way to it.
  mutating func add(_ path: String, size: Int64? = nil, modifiedAt: Int64? = nil) {
    let path = SourcePath.of(path)
    addDirectories(to: path.parent)
    lastTime += 10
    let id = nextID()
    nodes[path] = Node(
      isDirectory: false,
      size: size ?? lastTime * 7,
      modifiedAt: modifiedAt ?? lastTime,
      stableID: id
    )
  }

  mutating func addDirectory(_ path: String) { addDirectories(to: .of(path)) }

  /// Gives a file new content.
  mutating func rewrite(_ path: String) {
    lastTime += 10
    nodes[.of(path)]?.size += 1
    nodes[.of(path)]?.modifiedAt = lastTime
  }

  /// Puts another file in the place of one, as programs do that write beside and rename.
  mutating func replace(_ path: String) {
    remove(path)
    add(path)
  }

  /// Gives a file a second name, at which nothing may be.
  mutating func link(_ old: String, to new: String) {
    addDirectories(to: SourcePath.of(new).parent)
    nodes[.of(new)] = nodes[.of(old)]
  }

  /// Gives each file the name of the next, and the last one that of the first, or a new one.
  mutating func shift(_ paths: [String], lastTo target: String) {
    let moved = paths.map { nodes[.of($0)] }
    for path in paths { nodes[.of(path)] = nil }
    addDirectories(to: SourcePath.of(target).parent)
    for (node, new) in zip(moved, paths.dropFirst() + [target]) { nodes[.of(new)] = node }
  }

  /// Removes a file, or a directory with everything in it.
  mutating func remove(_ path: String) {
    let path = SourcePath.of(path)
    for candidate in nodes.keys where path.contains(candidate) { nodes[candidate] = nil }
  }

  /// Renames a file, or a directory with everything in it.
  ///
  /// Nothing may be at the new place.
  mutating func move(_ old: String, to new: String) {
    let (old, new) = (SourcePath.of(old), SourcePath.of(new))
    addDirectories(to: new.parent)
    for (path, node) in nodes where old.contains(path) {
      nodes[path] = nil
      let rest = path.components.dropFirst(old.depth)
      nodes[SourcePath(components: new.components + rest)] = node
    }
  }

  /// Exchanges two files or directories.
  mutating func exchange(_ one: String, _ other: String) {
    move(one, to: "exchange-in-progress")
    move(other, to: one)
    move("exchange-in-progress", to: other)
  }

  /// What a directory holds, ordered by name; `nil` when it is not there.
  func children(of path: SourcePath) -> [(name: PathComponent, node: Node)]? {
    guard nodes[path]?.isDirectory == true else { return nil }
    return nodes.compactMap { candidate, node in
      guard candidate.parent == path, let name = candidate.lastComponent else { return nil }
      return (name, node)
    }
    .sorted { $0.name < $1.name }
  }

  private mutating func addDirectories(to path: SourcePath?) {
    guard let path, nodes[path] == nil else { return }
    addDirectories(to: path.parent)
    let id = nextID()
    nodes[path] = Node(isDirectory: true, stableID: id)
  }

  private mutating func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }
}

extension SourcePath {
  /// A path of a test's own.
  static func of(_ text: String) -> SourcePath {
    SourcePath(trusted: Array(text.utf8))
  }
}

extension PathComponent {
  /// Which table a file of this name belongs to.
  var itemKind: ItemKind { bytes.suffix(4) == Array(".mkv".utf8) ? .video : .sidecar }
}
