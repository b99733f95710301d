package import KinoCore

extension DirectoryComparison {
  /// Whether the published items, of which only the digest is known, must be read and compared.
  ///
  /// They need not when the listing is complete and has that digest, and there is nothing about it that
  /// a digest does not tell.
  ///
  /// - Parameter end: How the listing ended; `nil` while it goes on.
  /// - Returns: Whether finishing without the items would be wrong.
  package func needsItems(_ end: DirectoryEnd?) -> Bool {
    guard let digest = published.digest else { return false }
    guard isPlain, suspicion == nil else { return true }
    guard let end else { return false }
    return end != .complete || listing.digest != digest
  }

  /// The listing, where its digest may stand for the items once the differences are published: nothing
  /// was doubtful, and nothing is left out, held back or gone.
  var stagedListing: StagedListing? {
    guard outcome.isComplete, isPlain, outcome.suspicion == nil, !outcome.differences.isEmpty
    else { return nil }
    let items = published.items
    guard items.allSatisfy({ $0.availability == .present && !$0.isHeld }),
      outcome.differences.allSatisfy(\.keepsAll)
    else { return nil }
    return StagedListing(digest: listing.digest, itemCount: listing.count)
  }
}

extension StagedDifference {
  /// Whether nothing is taken away.
  fileprivate var keepsAll: Bool {
    switch change {
    case .added, .changed, .touched, .returned, .included: hold == nil
    case .absent, .excluded: false
    }
  }
}
