import KinoCore

extension DirectoryComparison {
  @inline(__always)
  mutating func absorbItem(_ entry: SourceEntry, _ kind: ItemKind, detail: String) {
    let name = entry.name.bytes
    outcome.counters.bytes &+= max(0, entry.size ?? 0)
    guard let number = item(name, of: kind) else {
      if let other = item(name, of: kind == .video ? .sidecar : .video) { hideItem(other, entry) }
      stage(entry, kind, .added, detail: detail)
      return
    }
    if mayHaveTwins, let other = item(name, of: kind == .video ? .sidecar : .video) {
      hideItem(other, entry)
    }
    seen.insert(published.directories.count + number)
    if published.items[number].availability == .excluded {
      stage(entry, kind, .included, number, detail: detail)
    } else {
      compare(number, entry, kind, detail: detail)
    }
  }

  @inline(__always)
  private mutating func compare(
    _ number: Int,
    _ entry: SourceEntry,
    _ kind: ItemKind,
    detail: String
  ) {
    let isHeld = published.items[number].isHeld
    switch rules.facts.change(from: published.items[number], to: entry) {
    case .none:
      if entry.modifiedAt != nil && published.items[number].modifiedAt != nil { shift.refute() }
      if isHeld { stage(entry, kind, .returned, number, detail: detail) }
    case .touched:
      if entry.modifiedAt != nil && published.items[number].modifiedAt != nil { shift.refute() }
      stage(entry, kind, isHeld ? .returned : .touched, number, detail: detail)
    case .shifted(let milliseconds):
      shift.note(milliseconds)
      shifted.append((outcome.differences.count, isHeld ? .returned : .touched))
      stage(entry, kind, .changed, number, detail: detail)
    case .changed:
      shift.refute()
      stage(entry, kind, .changed, number, detail: detail)
    }
  }

  @inline(__always)
  private func item(_ name: [UInt8], of kind: ItemKind) -> Int? {
    items.first(name, in: published.nameBytes) {
      published.items[$0].name
    } where: {
      published.items[$0].kind == kind
    }
  }

  /// A file of this name is there and does not count: whatever is published under it is excluded.
  mutating func hideItems(_ entry: SourceEntry) {
    guard entry.kind == .file, !published.items.isEmpty else { return }
    for kind in [ItemKind.video, .sidecar] {
      if let number = item(entry.name.bytes, of: kind) { hideItem(number, entry) }
    }
  }

  private mutating func hideItem(_ number: Int, _ entry: SourceEntry) {
    seen.insert(published.directories.count + number)
    guard published.items[number].availability == .present else { return }
    stage(entry, published.items[number].kind, .excluded, number, detail: nil)
  }

  private mutating func stage(
    _ entry: SourceEntry,
    _ kind: ItemKind,
    _ change: StagedDifference.Change,
    _ number: Int? = nil,
    detail: String?
  ) {
    outcome.differences.append(
      StagedDifference(
        directory: directory,
        kind: kind,
        change: change,
        itemID: number.map { published.items[$0].id },
        expectedRevision: number.map { published.items[$0].revision },
        entry: entry,
        compareKey: rules.comparison.key(of: entry.name.bytes),
        detail: detail
      )
    )
  }
}
