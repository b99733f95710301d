import KinoCore
import KinoScan
import KinoTestSupport

/// The world in which a directory is compared; each test changes what it is about.
struct Comparing {
  var settings = FilterSettings()
  var comparison = NameComparison.exact
  var capabilities = MemorySource.defaultCapabilities
  var policy = ScanPolicy()
  var path = SourcePath.path("Films")
  var suspicion: Suspicion?
  var end = DirectoryEnd.complete
  var notes: [EntryNote] = []

  var rules: ComparisonRules {
    ComparisonRules(
      filter: ScanFilter(settings: settings, adapter: "memory", comparison: comparison),
      comparison: comparison,
      capabilities: capabilities,
      policy: policy
    )
  }

  func callAsFunction(
    _ published: Published?,
    with entries: [SourceEntry],
    pageSize: Int = 1_000
  ) -> DirectoryOutcome {
    var comparison = DirectoryComparison(
      of: DirectoryID(1),
      at: path,
      published: published?.directory,
      suspicion: suspicion,
      rules: rules
    )
    for start in stride(from: 0, to: entries.count, by: pageSize) {
      let page = entries[start..<min(entries.count, start + pageSize)]
      comparison.absorb(DirectoryPage(entries: Array(page)))
    }
    comparison.absorb(DirectoryPage(entries: [], end: end, notes: notes))
    return comparison.finish(end)
  }

  /// Reviews a listing page by page with the items left out, until they are asked for.
  func review(
    _ published: Published,
    with entries: [SourceEntry],
    pageSize: Int = 1_000
  ) -> (outcome: DirectoryOutcome, asked: Bool) {
    var known = published.directory
    if known.digest == nil {
      var listing = ListingHash(rules.listingFacts)
      for (item, entry) in zip(known.items, known.entries) { listing.add(entry, item.kind) }
      known.digest = listing.digest
    }
    known.items = []
    var whole = published.directory
    whole.digest = nil
    var review = ListingReview(
      of: DirectoryID(1),
      at: path,
      published: known,
      suspicion: suspicion,
      rules: rules
    )
    var asked = false
    func absorb(_ page: DirectoryPage) {
      review.absorb(page)
      guard review.needsItems else { return }
      asked = true
      review.compare(with: whole)
    }
    for start in stride(from: 0, to: entries.count, by: pageSize) {
      let page = entries[start..<min(entries.count, start + pageSize)]
      absorb(DirectoryPage(entries: Array(page)))
    }
    absorb(DirectoryPage(entries: [], end: end, notes: notes))
    return (review.finish(end), asked)
  }

  static func published(_ build: (inout Published) -> Void) -> Published {
    var published = Published()
    build(&published)
    return published
  }
}

extension DirectoryOutcome {
  /// The differences in short: `added video a.mkv`.
  var told: [String] {
    differences.map { "\($0.change) \($0.kind) \($0.entry.name)" }
  }
}
