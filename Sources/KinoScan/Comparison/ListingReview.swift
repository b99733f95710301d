package import KinoCore

/// Compares a listing by its digest where that stands for the published items, and by the items where
/// it does not suffice.
///
/// A pure value. What was listed is kept until the digest has decided: then either nothing more is
/// asked, or the caller reads the items and everything is compared with them from the beginning. Of a
/// large directory the items are read as soon as ``keptEntries`` have come.
package struct ListingReview: Sendable {
  private let directory: DirectoryID
  private let path: SourcePath
  private let suspicion: Suspicion?
  private let rules: ComparisonRules
  private var comparison: DirectoryComparison
  /// What was listed so far, while only the digest is known.
  private var pages: [DirectoryPage] = []
  private var entryCount = 0

  /// How many entries are kept for want of the items.
  package static let keptEntries = 4_096

  /// Begins a review.
  ///
  /// - Parameters:
  ///   - directory: The directory's id, reserved or published.
  ///   - path: Where it is.
  ///   - published: What is published for it, read with ``ItemExtent/undigested``; `nil` when nothing is.
  ///   - suspicion: What its parent's listing found suspicious about it.
  ///   - rules: What the run goes by.
  package init(
    of directory: DirectoryID,
    at path: SourcePath,
    published: PublishedDirectory?,
    suspicion: Suspicion? = nil,
    rules: ComparisonRules
  ) {
    self.directory = directory
    self.path = path
    self.suspicion = suspicion
    self.rules = rules
    comparison = DirectoryComparison(
      of: directory,
      at: path,
      published: published,
      suspicion: suspicion,
      rules: rules
    )
  }

  /// Takes in one page.
  package mutating func absorb(_ page: DirectoryPage) {
    comparison.absorb(page)
    guard comparison.published.digest != nil else { return }
    pages.append(page)
    entryCount += page.entries.count
  }

  /// Whether the items must be read now, for ``compare(with:)``.
  package var needsItems: Bool {
    guard comparison.published.digest != nil else { return false }
    return entryCount > Self.keptEntries || comparison.needsItems(pages.last?.end)
  }

  /// Begins anew with all that is published, and takes in again what was listed.
  ///
  /// - Parameter published: The directory, read with ``ItemExtent/all``.
  package mutating func compare(with published: PublishedDirectory?) {
    comparison = DirectoryComparison(
      of: directory,
      at: path,
      published: published,
      suspicion: suspicion,
      rules: rules
    )
    for page in pages { comparison.absorb(page) }
    pages = []
  }

  /// What to look at before a complete listing is believed; ``needsItems`` must be answered before.
  package var lostEntry: LostEntry? { comparison.lostEntry }

  /// Ends the comparison; ``needsItems`` must be answered before.
  package consuming func finish(_ end: DirectoryEnd) -> DirectoryOutcome {
    comparison.finish(end)
  }
}
