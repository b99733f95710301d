import KinoCore
import KinoSQL

/// Appends rows to `scan_discovery`: one prepared statement, no allocation per row.
///
/// Values that are the same for many rows in a row stay bound.
struct DifferenceWriter: ~Copyable {
  private let insertion: Statement
  private var sequence: Int64
  private var kind: ItemKind?
  private var change: StagedDifference.Change?
  private var detail: String?
  private var scratch = [UInt8](repeating: 0, count: StableID.longestEncoding)

  init(_ run: RunID, from first: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let insertion = try connection.prepare(Self.sql)
    insertion.bind(1, run.rawValue)
    self.insertion = insertion
    sequence = first
  }

  mutating func write(_ difference: StagedDifference) throws(SQLiteError) {
    let entry = difference.entry
    insertion.bind(2, sequence)
    insertion.bind(3, difference.directory.rawValue)
    bindLabels(difference)
    insertion.bind(6, difference.itemID)
    insertion.bind(7, difference.expectedRevision)
    insertion.bind(8, entry.name.bytes)
    insertion.bind(9, difference.compareKey)
    insertion.bind(11, entry.size)
    insertion.bind(12, entry.modifiedAt?.milliseconds)
    insertion.bind(13, entry.createdAt?.milliseconds)
    // A tag says something about content only where there is no modification time.
    insertion.bind(14, entry.modifiedAt == nil ? entry.etag : nil)
    bindStableID(entry.stableID)
    insertion.bind(16, entry.locator)
    insertion.bind(17, Int64(entry.flags.rawValue))
    insertion.bind(18, difference.hold?.rawValue)
    try insertion.run()
    sequence += 1
  }

  private mutating func bindLabels(_ difference: StagedDifference) {
    if kind != difference.kind {
      kind = difference.kind
      insertion.bind(4, difference.kind.rawValue)
    }
    if change != difference.change {
      change = difference.change
      insertion.bind(5, difference.change.rawValue)
    }
    if detail != difference.detail {
      detail = difference.detail
      insertion.bind(10, difference.detail)
    }
  }

  private mutating func bindStableID(_ id: StableID?) {
    guard let id else {
      insertion.bindNull(15)
      return
    }
    let start = id.encode(into: &scratch)
    insertion.bind(15, scratch.span.extracting(start...))
  }

  private static let sql = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, compare_key, detail, size_bytes, modified_at_ms, created_at_ms, etag,
      stable_id, locator, entry_flags, hold_reason)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    """
}
