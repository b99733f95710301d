import KinoCore

extension DirectoryComparison {
  mutating func absorbDirectory(_ entry: SourceEntry) {
    guard let number = child(entry) else {
      outcome.addDirectory(directoryDifference(entry, .added))
      return
    }
    seen.insert(number)
    let child = published.directories[number]
    let suspicion = suspicion(of: child, now: entry)
    outcome.subdirectories.append(
      DirectoryOutcome.Subdirectory(entry, id: child.id, isPublished: true, suspicion: suspicion)
    )
    switch child.availability {
    case .missing: outcome.differences.append(directoryDifference(entry, .returned, child))
    case .excluded: outcome.differences.append(directoryDifference(entry, .included, child))
    case .present:
      let learnsID = rules.facts.comparesStableIDs && child.stableID == nil && entry.stableID != nil
      guard suspicion != nil || learnsID else { return }
      outcome.differences.append(directoryDifference(entry, .touched, child))
    }
  }

  /// What makes a published directory look like another one.
  private func suspicion(
    of child: PublishedDirectory.Child,
    now entry: SourceEntry
  ) -> Suspicion? {
    guard child.availability != .missing else { return nil }
    if child.isMountBoundary != entry.flags.contains(.mountBoundary) { return .remounted }
    return rules.facts.idsContradict(child.stableID, entry.stableID) ? .replaced : nil
  }

  mutating func hideDirectory(_ entry: SourceEntry) {
    guard let number = child(entry) else { return }
    seen.insert(number)
    guard published.directories[number].availability == .present else { return }
    outcome.differences.append(
      directoryDifference(entry, .excluded, published.directories[number])
    )
  }

  /// The published directory of an entry's name.
  ///
  /// One that is there is preferred; among missing ones the one with the same stable id, then the
  /// newest.
  private func child(_ entry: SourceEntry) -> Int? {
    var best: Int?
    let rows = published.directories
    let found = names.first(entry.name.bytes) { number in
      guard number < rows.count else { return false }
      guard rows[number].availability == .missing else { return true }
      if best.map({ isBetter(rows[number], than: rows[$0], for: entry) }) ?? true { best = number }
      return false
    }
    return found ?? best
  }

  private func isBetter(
    _ child: PublishedDirectory.Child,
    than other: PublishedDirectory.Child,
    for entry: SourceEntry
  ) -> Bool {
    let agrees = entry.stableID != nil && child.stableID == entry.stableID
    let otherAgrees = entry.stableID != nil && other.stableID == entry.stableID
    return agrees == otherAgrees ? child.id > other.id : agrees
  }

  /// The listed entry, with the published stable id where the listing tells none.
  private func completed(
    _ entry: SourceEntry,
    from child: PublishedDirectory.Child?
  ) -> SourceEntry {
    guard entry.stableID == nil, let id = child?.stableID else { return entry }
    var entry = entry
    entry.stableID = id
    return entry
  }

  func directoryDifference(
    _ entry: SourceEntry,
    _ change: StagedDifference.Change,
    _ child: PublishedDirectory.Child? = nil
  ) -> StagedDifference {
    StagedDifference(
      directory: directory,
      kind: .directory,
      change: change,
      itemID: child?.id.rawValue,
      expectedRevision: child?.revision,
      entry: completed(entry, from: child),
      compareKey: rules.comparison.key(of: entry.name.bytes)
    )
  }
}
