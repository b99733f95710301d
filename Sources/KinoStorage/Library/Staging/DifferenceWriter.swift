import KinoCore
import KinoSQL

/// Appends rows to `scan_discovery` by statements that stay prepared.
struct DifferenceWriter: ~Copyable {
  private let insertion: Statement
  private let packedInsertion: Statement
  private let listingInsertion: Statement
  private var sequence: Int64
  private var scratch = [UInt8](repeating: 0, count: StableID.longestEncoding)

  init(_ run: RunID, from first: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let insertion = try connection.prepare(Self.sql)
    let packedInsertion = try connection.prepare(Self.packedSQL)
    let listingInsertion = try connection.prepare(Self.listingSQL)
    insertion.bind(1, run.rawValue)
    packedInsertion.bind(1, run.rawValue)
    listingInsertion.bind(1, run.rawValue)
    self.insertion = insertion
    self.packedInsertion = packedInsertion
    self.listingInsertion = listingInsertion
    sequence = first
  }

  mutating func write(_ difference: StagedDifference) throws(SQLiteError) {
    let entry = difference.entry
    insertion.bind(2, sequence)
    insertion.bind(3, difference.directory.rawValue)
    insertion.bind(4, difference.kind.rawValue)
    insertion.bind(5, difference.change.rawValue)
    insertion.bind(6, difference.itemID)
    insertion.bind(7, difference.expectedRevision)
    insertion.bind(8, entry.name.bytes)
    insertion.bind(9, difference.compareKey)
    insertion.bind(10, difference.detail)
    insertion.bind(11, entry.size)
    insertion.bind(12, entry.modifiedAt?.milliseconds)
    insertion.bind(13, entry.createdAt?.milliseconds)
    insertion.bind(14, difference.storedTag)
    insertion.bind(15, entry.stableID, by: &scratch)
    insertion.bind(16, entry.locator)
    insertion.bind(17, Int64(entry.flags.rawValue))
    insertion.bind(18, difference.hold?.rawValue)
    try insertion.run()
    sequence += 1
  }

  /// Appends one row for all of them.
  mutating func write(_ items: AddedItems) throws(SQLiteError) {
    packedInsertion.bind(2, sequence)
    packedInsertion.bind(3, items.directory.rawValue)
    packedInsertion.bind(4, items.isContinuation ? PackedStaging.continued : nil)
    packedInsertion.bind(5, items.content)
    try packedInsertion.run()
    sequence += 1
  }

  /// Appends a row for a listing whose digest is to be published.
  mutating func write(_ listing: StagedListing, of directory: DirectoryID) throws(SQLiteError) {
    listingInsertion.bind(2, sequence)
    listingInsertion.bind(3, directory.rawValue)
    listingInsertion.bind(4, listing.bytes)
    try listingInsertion.run()
    sequence += 1
  }

  private static let sql = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, compare_key, detail, size_bytes, modified_at_ms, created_at_ms, etag,
      stable_id, locator, entry_flags, hold_reason)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    """
  private static let packedSQL = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, name, detail, content)
    VALUES (?1, ?2, ?3, 'items', 'packed', x'', ?4, ?5)
    """
  private static let listingSQL = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, name, etag)
    VALUES (?1, ?2, ?3, 'listing', 'listed', x'', ?4)
    """
}

extension StagedDifference {
  /// A tag says something about content only where there is no modification time.
  fileprivate var storedTag: [UInt8]? { entry.modifiedAt == nil ? entry.etag : nil }
}
