package import KinoCore
import KinoSQL

/// Makes what names tell of findable, in the library.
package struct LibrarySearchStore: SearchStore {
  private let queue: WorkQueueStore
  private let folding: any SearchFolding

  /// Ends work of this queue; texts are searched by a folding.
  package init(queue: WorkQueueStore, folding: any SearchFolding) {
    self.queue = queue
    self.folding = folding
  }

  package func complete(
    _ claims: [WorkClaim],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal] {
    let folding = folding
    let completion = try await queue.complete(block: claims, at: now) { connection, accepted in
      let documents = try SearchDocumentTable(folding, at: now, in: connection)
      let entities = try ShownEntities.of(accepted.map(\.file), in: connection).sorted()
      let merged = try connection.all(Self.mergedSQL) {
        $0.bind(1, JSONText(entities.map { Int($0) }))
      } _: {
        $0.int64(0)
      }
      try documents.update(Set(entities).union(merged).sorted(), in: connection)
    }
    return completion.refused
  }

  /// What was merged into an entity is found as that.
  static let mergedSQL = """
    SELECT loser.id
    FROM json_each(?1) AS wanted
    CROSS JOIN media_entity AS loser ON loser.merged_into_id = wanted.value
    WHERE EXISTS (SELECT 1 FROM search_document WHERE entity_id = loser.id)
    """
}
