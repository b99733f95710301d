import KinoCore
import KinoSQL

/// Appends rows to `scan_discovery`: one prepared statement, no allocation per row.
///
/// Values that are the same for many plain rows in a row stay bound.
struct DifferenceWriter: ~Copyable {
  private let insertion: Statement
  /// What most rows of a first scan need: columns that are NULL in them cost nothing.
  private let plainInsertion: Statement
  private var sequence: Int64
  private var kind: ItemKind?
  private var detail: String?
  private var scratch = [UInt8](repeating: 0, count: StableID.longestEncoding)

  init(_ run: RunID, from first: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let insertion = try connection.prepare(Self.sql)
    let plainInsertion = try connection.prepare(Self.plainSQL)
    insertion.bind(1, run.rawValue)
    plainInsertion.bind(1, run.rawValue)
    self.insertion = insertion
    self.plainInsertion = plainInsertion
    sequence = first
  }

  mutating func write(_ difference: StagedDifference) throws(SQLiteError) {
    if difference.isPlain {
      try writePlain(difference)
    } else {
      try writeFull(difference)
    }
    sequence += 1
  }

  private mutating func writePlain(_ difference: StagedDifference) throws(SQLiteError) {
    let entry = difference.entry
    plainInsertion.bind(2, sequence)
    plainInsertion.bind(3, difference.directory.rawValue)
    if kind != difference.kind {
      kind = difference.kind
      plainInsertion.bind(4, difference.kind.rawValue)
    }
    if detail != difference.detail {
      detail = difference.detail
      plainInsertion.bind(6, difference.detail)
    }
    plainInsertion.bind(5, entry.name.bytes)
    plainInsertion.bind(7, entry.size)
    plainInsertion.bind(8, entry.modifiedAt?.milliseconds)
    plainInsertion.bind(9, entry.createdAt?.milliseconds)
    Self.bind(entry.stableID, to: plainInsertion, 10, by: &scratch)
    try plainInsertion.run()
  }

  private mutating func writeFull(_ difference: StagedDifference) throws(SQLiteError) {
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
    Self.bind(entry.stableID, to: insertion, 15, by: &scratch)
    insertion.bind(16, entry.locator)
    insertion.bind(17, Int64(entry.flags.rawValue))
    insertion.bind(18, difference.hold?.rawValue)
    try insertion.run()
  }

  private static func bind(
    _ id: StableID?,
    to statement: borrowing Statement,
    _ index: Int32,
    by scratch: inout [UInt8]
  ) {
    guard let id else {
      statement.bindNull(index)
      return
    }
    let start = id.encode(into: &scratch)
    statement.bind(index, scratch.span.extracting(start...))
  }

  private static let plainSQL = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, name, detail,
      size_bytes, modified_at_ms, created_at_ms, stable_id)
    VALUES (?1, ?2, ?3, ?4, 'added', ?5, ?6, ?7, ?8, ?9, ?10)
    """
  private static let sql = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, compare_key, detail, size_bytes, modified_at_ms, created_at_ms, etag,
      stable_id, locator, entry_flags, hold_reason)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    """
}

extension StagedDifference {
  /// Whether it is an added item of which nothing unusual is known.
  fileprivate var isPlain: Bool {
    change == .added && itemID == nil && compareKey == nil && hold == nil && storedTag == nil
      && entry.locator == nil && entry.flags == []
  }

  /// A tag says something about content only where there is no modification time.
  fileprivate var storedTag: [UInt8]? { entry.modifiedAt == nil ? entry.etag : nil }
}
