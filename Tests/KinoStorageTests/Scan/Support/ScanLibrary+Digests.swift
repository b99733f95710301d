import KinoCore
import KinoSQL
import KinoStorage
import Testing

extension ScanLibrary {
  /// The stored digest of a directory by its path.
  func digest(_ path: String) async throws -> ListingDigest? {
    let id = try #require(try await directories()[path])
    return try await database.read { connection in
      try connection.first("SELECT listing_digest FROM source_directory WHERE id = ?1") {
        $0.bind(1, id)
      } _: { row in
        row.withBytes(0) { ListingDigest($0) }
      } ?? nil
    }
  }

  /// How many directories have a digest.
  func digestCount() async throws -> Int64 {
    try await value("SELECT count(listing_digest) FROM source_directory") ?? 0
  }

  /// Expects that every digest says what the rows say, and that nothing else is wrong.
  func expectDigests(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let violations = try await LibraryVerifier(database: database).verify()
    #expect(violations == [], sourceLocation: sourceLocation)
    let wrong = try await database.read { connection in
      let rows = try connection.prepare(Self.rowsSQL)
      return try connection.all(Self.digestsSQL) { row throws(SQLiteError) in
        var digest = TreeDigest()
        rows.bind(1, row.int64(0))
        try rows.forEachRow { (item) -> Void in
          digest.add(
            item.bytes(0),
            size: item.optionalInt64(1),
            modifiedAt: item.optionalInt64(2),
            stableID: item.optionalBytes(3).map { StableID(bytes: $0) }
          )
        }
        return row.withBytes(1) { ListingDigest($0) } == digest.listing.digest
      }
      .count { !$0 }
    }
    #expect(wrong == 0, sourceLocation: sourceLocation)
  }

  private static let digestsSQL = """
    SELECT id, listing_digest FROM source_directory WHERE listing_digest IS NOT NULL
    """
  private static let rowsSQL = """
    SELECT name, size_bytes, modified_at_ms, stable_id FROM media_file
    WHERE directory_id = ?1 AND availability <> 'missing'
    UNION ALL
    SELECT name, size_bytes, modified_at_ms, stable_id FROM sidecar
    WHERE directory_id = ?1 AND availability <> 'missing'
    """
}
