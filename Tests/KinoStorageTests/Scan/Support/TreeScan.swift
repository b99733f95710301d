import KinoCore
import KinoStorage

/// A scan of a ``SourceTree`` by the shortest comparison that is right: what the orchestrator does,
/// without its concurrency.
struct TreeScan {
  var tree: SourceTree
  var store: LibraryScanStore
  var run: RunHandle
  /// Directories whose listing fails.
  var unreadable: Set<SourcePath> = []
  /// Directories whose removals are suspect.
  var suspect: Set<SourcePath> = []
  /// Paths that the filter leaves out.
  var excluded: Set<SourcePath> = []
  /// Whether a digest may stand for the items, and is staged.
  var usesDigests = true
  /// Directories per group.
  var groupSize = 3
  /// After how many directories the scan is broken off.
  var limit = Int.max

  /// Lists everything outstanding; false when it was broken off.
  mutating func enumerate(
    from point: ResumePoint,
    listedAt time: Timestamp
  ) async throws -> Bool {
    var frontier = point.outstanding
    var group = StagedGroup(listedSince: time)
    var count = 0
    while !frontier.isEmpty {
      guard count < limit else { return false }
      count += 1
      let directory = frontier.removeFirst()
      let found = try await visit(directory, into: &group)
      frontier += found
      if group.done.count >= groupSize {
        try await store.stage(group, in: run)
        group = StagedGroup(listedSince: time)
      }
    }
    try await store.stage(group, in: run)
    return true
  }

  private func visit(
    _ directory: ResumePoint.Directory,
    into group: inout StagedGroup
  ) async throws -> [ResumePoint.Directory] {
    guard !unreadable.contains(directory.path), let listed = tree.children(of: directory.path)
    else {
      group.failures.append(
        FrontierFailure(
          directory: directory.id,
          error: SourceError(.permissionDenied),
          attempts: 1
        )
      )
      group.counters.unreachableDirectories += 1
      return []
    }
    let digest = digest(of: listed, in: directory.path)
    var published = try await published(directory.id, items: usesDigests ? .undigested : .all)
    if published.digest != nil, published.digest != digest?.listing.digest {
      published = try await self.published(directory.id, items: .all)
    }
    group.done.append(directory.id)
    group.counters.directories += 1
    group.counters.entries += listed.count
    for (name, node) in listed where !node.isDirectory {
      if name.itemKind == .video {
        group.counters.videos += 1
      } else {
        group.counters.sidecars += 1
      }
    }
    var comparison = Comparison(scan: self, directory: directory, published: published)
    let next = try await comparison.run(listed)
    let isWhole = published.items.allSatisfy { $0.availability == .present && !$0.isHeld }
    let keepsAll = comparison.found.allSatisfy { ![.absent, .excluded].contains($0.change) }
    group.add(
      comparison.found,
      of: directory.id,
      listing: isWhole && keepsAll ? digest?.listing : nil
    )
    return next
  }

  private func published(
    _ directory: DirectoryID,
    items: ItemExtent
  ) async throws -> PublishedDirectory {
    try await store.published([directory], of: run.source, items: items)[0]
  }

  /// What a digest says of a listing; `nil` where none may.
  private func digest(
    of listed: [(name: PathComponent, node: SourceTree.Node)],
    in directory: SourcePath
  ) -> TreeDigest? {
    guard usesDigests, !suspect.contains(directory) else { return nil }
    var digest = TreeDigest()
    for (name, node) in listed
    where !node.isDirectory && !excluded.contains(directory.appending(name)) {
      digest.add(
        name.bytes,
        size: node.size,
        modifiedAt: node.modifiedAt,
        stableID: StableID(low: node.stableID)
      )
    }
    return digest
  }
}

/// One directory's listing beside what is published for it.
private struct Comparison {
  let scan: TreeScan
  let directory: ResumePoint.Directory
  let published: PublishedDirectory
  var found: [StagedDifference] = []

  init(scan: TreeScan, directory: ResumePoint.Directory, published: PublishedDirectory) {
    (self.scan, self.directory, self.published) = (scan, directory, published)
  }

  mutating func run(
    _ listed: [(name: PathComponent, node: SourceTree.Node)]
  ) async throws -> [ResumePoint.Directory] {
    var next: [ResumePoint.Directory] = []
    var children = named(published.directories, \.name)
    var items = named(published.items, \.name)
    for (name, node) in listed {
      let path = directory.path.appending(name)
      if node.isDirectory {
        let child = children.removeValue(forKey: name.bytes)
        if let below = try await compare(name, node, path, child) { next.append(below) }
      } else if published.digest == nil {
        compare(name, node, path, items.removeValue(forKey: name.bytes))
      }
    }
    let hold: HoldReason? = scan.suspect.contains(directory.path) ? .suspect : nil
    for (name, child) in children where child.availability != .missing {
      found.append(
        difference(.directory, .absent, name, child.id.rawValue, child.revision, hold)
      )
    }
    for (name, item) in items {
      found.append(difference(item.kind, .absent, name, item.id, item.revision, hold))
    }
    return next
  }

  private mutating func compare(
    _ name: PathComponent,
    _ node: SourceTree.Node,
    _ path: SourcePath,
    _ child: PublishedDirectory.Child?
  ) async throws -> ResumePoint.Directory? {
    let isExcluded = scan.excluded.contains(path)
    var id = child?.id
    var change: StagedDifference.Change?
    switch child?.availability {
    case nil where isExcluded: return nil
    case nil:
      change = .added
      id = DirectoryID(try await scan.store.reserveDirectoryIDs(1).lowerBound)
    case .present where isExcluded: change = .excluded
    case .excluded where isExcluded, .missing where isExcluded: return nil
    case .missing: change = .returned
    case .excluded: change = .included
    case .present: change = child?.stableID == StableID(low: node.stableID) ? nil : .touched
    }
    guard let id else { return nil }
    if let change {
      found.append(
        difference(.directory, change, name.bytes, id.rawValue, child?.revision, nil, node)
      )
    }
    if change == .excluded { return nil }
    return ResumePoint.Directory(
      id: id,
      path: path,
      stableID: StableID(low: node.stableID),
      locator: nil,
      isPublished: child != nil
    )
  }

  private mutating func compare(
    _ name: PathComponent,
    _ node: SourceTree.Node,
    _ path: SourcePath,
    _ item: PublishedDirectory.Item?
  ) {
    let kind = name.itemKind
    let isExcluded = scan.excluded.contains(path)
    let change: StagedDifference.Change?
    if let item {
      let isSame = item.size == node.size && item.modifiedAt?.milliseconds == node.modifiedAt
      switch item.availability {
      case .excluded: change = isExcluded ? nil : .included
      case _ where isExcluded: change = .excluded
      case _ where !isSame: change = .changed
      case _ where item.isHeld: change = .returned
      default: change = item.stableID == StableID(low: node.stableID) ? nil : .touched
      }
    } else {
      change = isExcluded ? nil : .added
    }
    guard let change else { return }
    found.append(difference(kind, change, name.bytes, item?.id, item?.revision, nil, node))
  }

  private func difference(
    _ kind: ItemKind,
    _ change: StagedDifference.Change,
    _ name: [UInt8],
    _ id: Int64?,
    _ revision: Int64?,
    _ hold: HoldReason?,
    _ node: SourceTree.Node? = nil
  ) -> StagedDifference {
    StagedDifference(
      directory: directory.id,
      kind: kind,
      change: change,
      itemID: id,
      expectedRevision: revision,
      entry: SourceEntry(
        name: PathComponent(trusted: name),
        kind: kind == .directory ? .directory : .file,
        size: node.flatMap { $0.isDirectory ? nil : $0.size },
        modifiedAt: node.map { Timestamp(milliseconds: $0.modifiedAt) },
        stableID: node.map { StableID(low: $0.stableID) }
      ),
      detail: kind == .directory ? nil : kind == .video ? "video" : "subtitle",
      hold: hold
    )
  }

  private func named<Value>(
    _ values: [Value],
    _ name: KeyPath<Value, Range<Int>>
  ) -> [[UInt8]: Value] {
    Dictionary(
      uniqueKeysWithValues: values.map { (Array(published.nameBytes[$0[keyPath: name]]), $0) }
    )
  }
}
