import KinoCore
import KinoSQL

extension Publication {
  /// Publishes the digests of listings that differed in more than packed additions.
  ///
  /// A digest says that the rows are what the listing held. That is so where everything staged was
  /// published, as many rows are there as the listing had items, and nothing is held or excluded.
  /// Everything that changes rows comes before, for each change takes a digest away.
  func noteListings(in connection: borrowing Connection) throws(SQLiteError) {
    guard !tally.listings.isEmpty, outcome.conflicts == 0 else { return }
    let statement = try connection.prepare(Self.listingSQL)
    for (directory, listing) in tally.listings {
      statement.bind(1, directory)
      statement.bind(2, listing.digest.bytes)
      statement.bind(3, listing.itemCount)
      try statement.run()
    }
  }

  static let listingSQL = """
    UPDATE source_directory SET listing_digest = ?2
    WHERE id = ?1 AND availability = 'present' AND suspect_reason IS NULL AND item_count = ?3
      AND NOT EXISTS (
        SELECT 1 FROM media_file
        WHERE directory_id = ?1 AND availability <> 'missing'
          AND (availability <> 'present' OR hold_reason IS NOT NULL)
      )
      AND NOT EXISTS (
        SELECT 1 FROM sidecar
        WHERE directory_id = ?1 AND availability <> 'missing'
          AND (availability <> 'present' OR hold_reason IS NOT NULL)
      )
    """
}
