import KinoCore

extension DirectoryComparison {
  /// Takes in a file that the filter accepts.
  @inline(__always)
  mutating func absorbItem(_ entry: SourceEntry, _ kind: ItemKind, _ verdict: Verdict) {
    outcome.counters.bytes &+= max(0, entry.size ?? 0)
    listing.add(entry, kind)
    if published.digest != nil { return }
    guard let number = item(entry.name.bytes, of: kind) else {
      hideTwin(of: kind, entry)
      stage(entry, kind, .added, verdict: verdict)
      return
    }
    if mayHaveTwins { hideTwin(of: kind, entry) }
    seen.insert(published.directories.count + number)
    if published.items[number].availability.isExcluded {
      stage(entry, kind, .included, number, verdict: verdict)
    } else {
      compare(number, entry, kind, verdict)
    }
  }

  @inline(__always)
  private mutating func compare(
    _ number: Int,
    _ entry: SourceEntry,
    _ kind: ItemKind,
    _ verdict: Verdict
  ) {
    let change = rules.facts.change(from: published.items, number, to: entry)
    let isHeld = published.items[number].isHeld
    switch change {
    case .none:
      if hasTimes(entry, number) { shift.refute() }
      if isHeld { stage(entry, kind, .returned, number, verdict: verdict) }
    case .touched:
      if hasTimes(entry, number) { shift.refute() }
      stage(entry, kind, isHeld ? .returned : .touched, number, verdict: verdict)
    case .shifted(let milliseconds):
      shift.note(milliseconds)
      shifted.append((outcome.differences.count, isHeld ? .returned : .touched))
      stage(entry, kind, .changed, number, verdict: verdict)
    case .changed:
      shift.refute()
      stage(entry, kind, .changed, number, verdict: verdict)
    }
  }

  @inline(__always)
  private func hasTimes(_ entry: SourceEntry, _ number: Int) -> Bool {
    entry.modifiedAt != nil && published.items[number].modifiedAt != nil
  }

  @inline(__always)
  private func item(_ name: [UInt8], of kind: ItemKind) -> Int? {
    let first = published.directories.count
    let number = names.first(name) {
      $0 >= first && published.items[$0 - first].kind.isVideo == kind.isVideo
    }
    return number.map { $0 - first }
  }

  /// What is published under the same name as another kind of item counts no longer.
  private mutating func hideTwin(of kind: ItemKind, _ entry: SourceEntry) {
    let other: ItemKind = kind == .video ? .sidecar : .video
    if let number = item(entry.name.bytes, of: other) { hideItem(number, entry) }
  }

  /// A file of this name is there and does not count: whatever is published under it is excluded.
  mutating func hideItems(_ entry: SourceEntry) {
    guard entry.kind == .file, !published.items.isEmpty else { return }
    hideTwin(of: .sidecar, entry)
    hideTwin(of: .video, entry)
  }

  private mutating func hideItem(_ number: Int, _ entry: SourceEntry) {
    seen.insert(published.directories.count + number)
    guard published.items[number].availability == .present else { return }
    stage(entry, published.items[number].kind, .excluded, number, verdict: nil)
  }

  private mutating func stage(
    _ entry: SourceEntry,
    _ kind: ItemKind,
    _ change: StagedDifference.Change,
    _ number: Int? = nil,
    verdict: Verdict?
  ) {
    let item = number.map { published.items[$0] }
    outcome.differences.append(
      StagedDifference(
        directory: directory,
        kind: kind,
        change: change,
        itemID: item?.id,
        expectedRevision: item?.revision,
        entry: item.map { completed(entry, from: $0, change) } ?? entry,
        compareKey: rules.comparison.key(of: entry.name.bytes),
        detail: verdict?.detail
      )
    )
  }
}

extension DirectoryComparison {
  /// The listed entry, with what is published in the place of what the listing does not tell, so
  /// that publishing it forgets nothing.
  ///
  /// A time that agrees at the source's precision stays as published. Nothing stays of content that
  /// changed.
  private func completed(
    _ entry: SourceEntry,
    from item: PublishedDirectory.Item,
    _ change: StagedDifference.Change
  ) -> SourceEntry {
    var entry = entry
    entry.stableID = entry.stableID ?? item.stableID
    guard change != .changed else { return entry }
    entry.size = entry.size ?? item.size
    entry.etag = entry.etag ?? item.etag
    if rules.facts.timesAgree(item.modifiedAt, entry.modifiedAt) != false {
      entry.modifiedAt = item.modifiedAt ?? entry.modifiedAt
    }
    return entry
  }
}

extension Verdict {
  /// What kind of video or sidecar it is, as it is stored.
  fileprivate var detail: String? {
    switch self {
    case .video(let kind): kind.rawValue
    case .sidecar(let kind): kind.rawValue
    default: nil
    }
  }
}

// Comparing enumerations of text by `==` goes through a witness of their module, which costs more
// than all the rest of looking at an entry.

extension ItemKind {
  @inline(__always)
  fileprivate var isVideo: Bool { if case .video = self { true } else { false } }
}

extension Availability {
  @inline(__always)
  var isExcluded: Bool { if case .excluded = self { true } else { false } }
  @inline(__always)
  var isMissing: Bool { if case .missing = self { true } else { false } }
}
