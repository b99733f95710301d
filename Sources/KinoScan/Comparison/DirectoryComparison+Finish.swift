package import KinoCore

extension DirectoryComparison {
  /// Ends the comparison.
  ///
  /// - Parameter end: How the listing ended. Only a complete one makes anything absent; what was
  ///   added or changed counts in any case. A listing that broke off has no outcome.
  /// - Returns: What came of it.
  package consuming func finish(_ end: DirectoryEnd) -> DirectoryOutcome {
    outcome.isComplete = end == .complete
    outcome.counters.directories = 1
    settleClockShift()
    if let marker = excludingMarker { exclude(by: marker) }
    if outcome.isComplete {
      outcome.suspicion = suspicion ?? (isEmptied ? .emptied : nil)
      stageAbsent()
    }
    outcome.listing = stagedListing
    return outcome
  }

  private mutating func settleClockShift() {
    guard shift.isBelieved else { return }
    for (index, change) in shifted { outcome.differences[index].change = change }
  }

  // MARK: Markers

  private var excludingMarker: DirectoryMarker? {
    guard case .excluded = rules.filter.directoryVerdict(markersSeen: markers) else { return nil }
    return markers.contains(.nomedia) ? .nomedia : .ignore
  }

  /// A marker leaves out all that was listed; what was not listed is not the marker's business.
  private mutating func exclude(by marker: DirectoryMarker) {
    outcome.clear()
    outcome.marker = marker
    outcome.counters.videos = 0
    outcome.counters.sidecars = 0
    outcome.counters.bytes = 0
    for (number, child) in published.directories.enumerated()
    where child.availability == .present && seen.contains(number) {
      outcome.differences.append(directoryDifference(entry(of: child), .excluded, child))
    }
    for (number, item) in published.items.enumerated()
    where item.availability == .present && seen.contains(published.directories.count + number) {
      outcome.differences.append(itemDifference(item, .excluded, hold: nil))
    }
  }

  // MARK: Absence

  /// Whether a directory that held a number of files, here or one level down, lists empty.
  private var isEmptied: Bool {
    guard !holdsSomething else { return false }
    let below = published.directories.reduce(0) {
      $1.availability == .missing ? $0 : $0 + max(0, $1.itemCount)
    }
    return published.items.count + Int(below) >= rules.suspectMinimum
  }

  private mutating func stageAbsent() {
    let hold: HoldReason? = outcome.suspicion == nil ? nil : .suspect
    let (children, items) = (published.directories, published.items)
    for number in children.indices
    where !seen.contains(number) && !children[number].availability.isMissing {
      let child = children[number]
      var difference = directoryDifference(entry(of: child), .absent, child)
      difference.hold = hold
      outcome.differences.append(difference)
    }
    for number in items.indices where !seen.contains(children.count + number) {
      outcome.differences.append(itemDifference(items[number], .absent, hold: hold))
    }
  }

  // MARK: What was published, as an entry

  private func entry(of child: PublishedDirectory.Child) -> SourceEntry {
    SourceEntry(
      name: PathComponent(trusted: Array(published.nameBytes[child.name])),
      kind: .directory,
      stableID: child.stableID,
      flags: child.isMountBoundary ? .mountBoundary : []
    )
  }

  private func itemDifference(
    _ item: PublishedDirectory.Item,
    _ change: StagedDifference.Change,
    hold: HoldReason?
  ) -> StagedDifference {
    let name = Array(published.nameBytes[item.name])
    return StagedDifference(
      directory: directory,
      kind: item.kind,
      change: change,
      itemID: item.id,
      expectedRevision: item.revision,
      entry: SourceEntry(
        name: PathComponent(trusted: name),
        kind: .file,
        size: item.size,
        modifiedAt: item.modifiedAt,
        etag: item.etag,
        stableID: item.stableID
      ),
      compareKey: rules.comparison.key(of: name),
      hold: hold
    )
  }
}
