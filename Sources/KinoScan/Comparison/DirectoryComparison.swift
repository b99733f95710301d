package import KinoCore

/// Compares the listing of one directory with what is published for it.
///
/// A pure value: pages go in as they arrive, the outcome comes out at the end. Names are compared
/// as bytes. An entry that did not change costs a look-up and no allocation; what did change is
/// kept until the end, since a marker or a clock shift may still explain it.
package struct DirectoryComparison: Sendable {
  let rules: ComparisonRules
  let directory: DirectoryID
  let published: PublishedDirectory
  let scope: FilterScope
  let suspicion: Suspicion?

  var outcome = DirectoryOutcome()
  var shift: ClockShift
  /// Differences that a clock shift would explain, and what they are then.
  var shifted: [(index: Int, change: StagedDifference.Change)] = []
  /// Published names that were listed: directories first, then items.
  var seen: SeenNames
  /// Whether anything but junk was listed.
  var holdsSomething = false
  var markers: Set<DirectoryMarker> = []
  /// The items that were listed.
  var listing: ListingHash
  /// Whether all that was listed is plain to see: no note, no marker, no entry of unknown kind.
  var isPlain = true

  let names: NameIndex
  /// Whether two published items may have one name: an excluded row beside a row of another kind.
  let mayHaveTwins: Bool

  /// Begins a comparison.
  ///
  /// - Parameters:
  ///   - directory: The directory's id, reserved or published.
  ///   - path: Where it is.
  ///   - published: What is published for it; `nil` when nothing is. With a digest and no items, ask
  ///     ``needsItems(_:)`` before finishing.
  ///   - suspicion: What its parent's listing found suspicious about it.
  ///   - rules: What the run goes by.
  package init(
    of directory: DirectoryID,
    at path: SourcePath,
    published: PublishedDirectory?,
    suspicion: Suspicion? = nil,
    rules: ComparisonRules
  ) {
    let published =
      published
      ?? PublishedDirectory(id: directory, stableID: nil, isMountBoundary: false, revision: 0)
    self.rules = rules
    self.directory = directory
    self.published = published
    self.suspicion = suspicion
    scope = rules.filter.scope(of: path)
    listing = ListingHash(rules.listingFacts)
    shift = ClockShift(minimum: rules.clockShiftMinimum, precision: rules.facts.precision)
    seen = SeenNames(count: published.directories.count + published.items.count)
    names = NameIndex(published)
    mayHaveTwins = published.items.indices.contains { published.items[$0].availability.isExcluded }
  }

  /// Takes in one page.
  ///
  /// The page's end, if it has one, is for ``finish(_:)``.
  package mutating func absorb(_ page: DirectoryPage) {
    outcome.counters.entries += page.entries.count
    let entries = page.entries.span
    for index in entries.indices { absorb(entries[index]) }
    for note in page.notes {
      holdsSomething = true
      isPlain = false
      if let name = note.name { keep(name.bytes) }
    }
  }

  private mutating func absorb(_ entry: SourceEntry) {
    let verdict = rules.filter.classify(entry, in: scope)
    var isJunk = false
    switch verdict {
    case .video:
      outcome.counters.videos += 1
      absorbItem(entry, .video, verdict)
    case .sidecar:
      outcome.counters.sidecars += 1
      absorbItem(entry, .sidecar, verdict)
    case .directory:
      absorbDirectory(entry)
    case .marker(let marker):
      markers.insert(marker)
      isPlain = false
      hideItems(entry)
    case .undecided:
      isPlain = false
      keep(entry.name.bytes)
    case .excluded(let rule), .ignored(let rule):
      isJunk = rule == .junkName
      if entry.kind == .directory { hideDirectory(entry) } else { hideItems(entry) }
    }
    if !isJunk { holdsSomething = true }
  }

  /// What is published under a name stays as it is, though its facts could not be read.
  private mutating func keep(_ name: [UInt8]) {
    _ = names.first(name) { number in
      seen.insert(number)
      return false
    }
  }
}
