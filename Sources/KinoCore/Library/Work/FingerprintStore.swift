/// Where the fingerprints of files' contents go.
package protocol FingerprintStore: Sendable {
  /// Writes fingerprints and ends the work, in one transaction, as far as the claims still stand.
  ///
  /// A file whose fingerprint equals that of a file of another source, or of a missing one, adopts
  /// what was found out about that one's content, and the other way round.
  ///
  /// - Returns: The claims that no longer stood, for which nothing was written.
  func complete(
    _ results: [FingerprintResult],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal]
}

/// What the work on a file's fingerprint came to.
package struct FingerprintResult: Hashable, Sendable {
  package var claim: WorkClaim
  /// `nil` for a file that has none: it is empty, of unknown size, or made of several.
  package var fingerprint: [UInt8]?

  package init(_ claim: WorkClaim, _ fingerprint: [UInt8]?) {
    self.claim = claim
    self.fingerprint = fingerprint
  }
}
