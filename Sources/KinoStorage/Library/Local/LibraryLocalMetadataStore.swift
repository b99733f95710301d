package import KinoCore
import KinoSQL

/// Makes what lies beside videos metadata of what they show, in the library (ADR 0025).
package struct LibraryLocalMetadataStore: LocalMetadataStore {
  private let queue: WorkQueueStore
  private let keys: any TitleKeys
  private let search: any SearchFolding

  /// Ends work of this queue; titles are compared, sorted and searched by these.
  package init(queue: WorkQueueStore, keys: any TitleKeys, search: any SearchFolding) {
    self.queue = queue
    self.keys = keys
    self.search = search
  }

  package func surroundings(
    of claims: [WorkClaim]
  ) async throws(StorageError) -> LocalSurroundings {
    try await queue.database.read { connection in
      var reader = try LocalFolderReader(in: connection)
      return try reader.surroundings(of: claims.map(\.file))
    }
  }

  package func complete(
    _ intakes: [LocalIntake],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal] {
    let byClaim = Dictionary(intakes.map { ($0.claim, $0) }) { first, _ in first }
    let (uids, keys, search) = (queue.database.uids, keys, search)
    let completion = try await queue.complete(block: intakes.map(\.claim), at: now) {
      connection,
      accepted in
      var writer = try LocalIntakeWriter(keys, search, uids, at: now, in: connection)
      try writer.write(accepted.compactMap { byClaim[$0] }, in: connection)
    }
    return completion.refused
  }
}
