import KinoCore
import KinoSQL

/// Inserts added items into one of their two tables, many with one run of a statement.
///
/// A run for each row would spend half of its time on opening the table and its indexes. Nothing in the
/// statement can abort it half-way (no function, no CHECK, no immediate foreign key), or SQLite would
/// copy every page it changes to a journal of the statement's own, 32 rows after 32 rows.
struct ItemInsertion: ~Copyable {
  /// Rows of one run.
  private static let capacity: Int32 = 32
  /// Placeholders that all rows share: source, time, run.
  private static let sharedCount: Int32 = 3
  /// Placeholders of a row.
  private static let rowWidth: Int32 = 12

  private let statement: Statement
  private let uids: UIDGenerator
  private let table: ItemTable
  /// Rows that are bound and wait for others.
  private var waiting: Int32 = 0
  private var scratch = [UInt8](repeating: 0, count: StableID.longestEncoding)

  init(
    into table: ItemTable,
    _ run: RunHandle,
    at now: Int64,
    _ uids: UIDGenerator,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(Self.sql(table))
    statement.bind(1, run.source.rawValue)
    statement.bind(2, now)
    statement.bind(3, run.id.rawValue)
    self.statement = statement
    self.uids = uids
    self.table = table
  }

  /// Adds one item; returns how many were inserted meanwhile.
  mutating func add(
    _ item: AddedItemReader.Item,
    of content: Span<UInt8>,
    to directory: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    let first = Self.sharedCount + waiting * Self.rowWidth
    statement.bind(first + 1, directory)
    statement.bind(first + 2, content.extracting(item.name))
    bind(first + 3, item.compareKey, of: content)
    if let detail = item.detail {
      statement.bind(first + 4, text: content.extracting(detail))
    } else {
      statement.bind(first + 4, table == .video ? "video" : "other")
    }
    statement.bind(first + 5, item.size)
    statement.bind(first + 6, item.modifiedAt?.milliseconds)
    statement.bind(first + 7, item.createdAt?.milliseconds)
    statement.bind(first + 8, item.flags)
    bind(first + 9, item.etag, of: content)
    statement.bind(first + 10, item.stableID, by: &scratch)
    bind(first + 11, item.locator, of: content)
    if table == .video { statement.bind(first + 12, uids.next()) }
    waiting += 1
    return waiting == Self.capacity ? try flush(in: connection) : 0
  }

  /// Inserts what waits; returns how many were inserted.
  mutating func finish(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    guard waiting > 0 else { return 0 }
    // A row without a name is left out, as is one whose place is taken.
    for row in waiting..<Self.capacity {
      statement.bindNull(Self.sharedCount + row * Self.rowWidth + 2)
    }
    return try flush(in: connection)
  }

  private mutating func flush(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    waiting = 0
    try statement.run()
    return connection.changes
  }

  private func bind(_ index: Int32, _ range: Range<Int>?, of content: Span<UInt8>) {
    guard let range else { return statement.bindNull(index) }
    statement.bind(index, content.extracting(range))
  }

  static func sql(_ table: ItemTable) -> String {
    let isVideo = table == .video
    let rows = (0..<capacity).map { row in
      let first = sharedCount + row * rowWidth
      let own = (1...rowWidth).map { "?\(first + $0)" }
      let facts = own[..<8].joined(separator: ", ")
      let rest = own[8..<(isVideo ? 12 : 11)].joined(separator: ", ")
      return "(?1, \(facts), ?2, ?2, ?3, \(rest))"
    }
    return """
      INSERT OR IGNORE INTO \(table.name) (source_id, directory_id, name, compare_key,
        \(table.detailColumn), size_bytes, modified_at_ms, created_at_ms, entry_flags,
        first_seen_at_ms, updated_at_ms, last_seen_run_id, etag, stable_id, locator
        \(isVideo ? ", uid" : ""))
      VALUES \(rows.joined(separator: ", "))
      """
  }
}
