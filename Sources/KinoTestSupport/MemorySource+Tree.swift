package import KinoCore
internal import Synchronization

extension MemorySource {
  /// Adds or replaces a file, and the directories that lead to it.
  ///
  /// Its bytes follow from its stable id, so that a moved file keeps its content and no two files
  /// share theirs; ``setContent(_:at:)`` gives it others.
  package func addFile(
    _ path: SourcePath,
    size: Int64? = 1,
    modifiedAt: Timestamp? = Timestamp(milliseconds: 1_000_000_000_000),
    flags: SourceEntry.Flags = []
  ) {
    change([path]) { state in
      state.tree.add(path, kind: .file)
      state.tree.update(path) { entry in
        entry.size = size
        entry.modifiedAt = modifiedAt
        entry.flags = flags
      }
    }
  }

  /// Adds a directory, and those that lead to it.
  package func addDirectory(_ path: SourcePath) {
    change([path]) { $0.tree.add(path, kind: .directory) }
  }

  /// Adds an entry of any kind.
  package func add(_ kind: SourceEntry.Kind, at path: SourcePath) {
    change([path]) { $0.tree.add(path, kind: kind) }
  }

  /// Removes an entry and everything below it; of the root only what is below it.
  package func remove(_ path: SourcePath) {
    change([path]) { $0.tree.remove(path) }
  }

  /// Moves an entry with everything below it; stable ids and contents go along.
  package func move(_ path: SourcePath, to destination: SourcePath) {
    change([path, destination]) { $0.tree.move(path, to: destination) }
  }

  /// Changes what the source says about an entry.
  package func update(_ path: SourcePath, _ change: @Sendable (inout SourceEntry) -> Void) {
    self.change([path]) { $0.tree.update(path, change) }
  }

  /// Gives a file bytes of its own, and their size.
  package func setContent(_ bytes: [UInt8], at path: SourcePath) {
    change([path]) { state in
      state.tree.update(path) { $0.size = Int64(bytes.count) }
      state.tree.contents[path] = bytes
    }
  }

  /// The entry at a path as it is now.
  package func entry(at path: SourcePath) -> SourceEntry? {
    state.withLock { $0.tree.entries[path] }
  }

  /// Takes the root away, as an unmounted disk or a removed share does.
  package func removeRoot() {
    state.withLock { $0.tree = MemoryTree(hasRoot: false) }
  }

  /// Puts another, empty root in the place of this one.
  package func replaceRoot(identity: RootIdentity) {
    state.withLock { state in
      state.tree = MemoryTree()
      state.identity = identity
    }
  }

  /// Adds an entry to listings that no check has seen: unsafe names, twins, absurd dates.
  ///
  /// It can be listed and not be looked at.
  package func addRaw(_ entry: SourceEntry, in directory: SourcePath) {
    state.withLock { $0.tree.raw[directory, default: []].append(entry) }
  }
}
