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
      let statement = try connection.prepare(LocalIntakeWriter.entitiesSQL)
      var entities: Set<Int64> = []
      for claim in accepted {
        statement.bind(1, claim.file.rawValue)
        for row in try statement.all({ [$0.int64(0), $0.int64(1), $0.int64(2)] }) {
          entities.formUnion(row.filter { $0 != 0 })
        }
      }
      for entity in entities.sorted() { try documents.update(entity, in: connection) }
      let merged = try connection.prepare(Self.mergedSQL)
      for entity in entities.sorted() {
        merged.bind(1, entity)
        for loser in try merged.all({ $0.int64(0) }) {
          try documents.update(loser, in: connection)
        }
      }
    }
    return completion.refused
  }

  /// What was merged into an entity is found as that.
  static let mergedSQL = """
    SELECT loser.id FROM media_entity AS loser
    WHERE loser.merged_into_id = ?1
      AND EXISTS (SELECT 1 FROM search_document WHERE entity_id = loser.id)
    """
}
