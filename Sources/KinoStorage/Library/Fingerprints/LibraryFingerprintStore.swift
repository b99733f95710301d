package import KinoCore
import KinoSQL

/// Writes the fingerprints of contents, and lets equal contents share what is known of them.
package struct LibraryFingerprintStore: FingerprintStore {
  private let queue: WorkQueueStore

  package init(queue: WorkQueueStore) { self.queue = queue }

  package func complete(
    _ results: [FingerprintResult],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal] {
    let fingerprints = Dictionary(results.map { ($0.claim, $0.fingerprint) }) { first, _ in first }
    let completion = try await queue.complete(block: results.map(\.claim), at: now) {
      connection,
      accepted in
      for claim in accepted {
        // A fingerprint that was there is of the present content: a change takes it away.
        guard let fingerprint = fingerprints[claim] ?? nil else { continue }
        try connection.run(Self.write) { statement in
          statement.bind(1, claim.file.rawValue)
          statement.bind(2, fingerprint)
        }
        try ContentAdoption(fingerprint, at: now).adopt(around: claim.file, in: connection)
      }
    }
    return completion.refused
  }

  /// Writes nothing where it stands already.
  private static let write = """
    UPDATE media_file SET fingerprint = ?2 WHERE id = ?1 AND fingerprint IS NOT ?2
    """
}
