import KinoCore
import KinoSQL

/// Added items that are staged packed, several in a row of `scan_discovery`.
///
/// They stay so where nothing was lost that they could be: then they are published as they are. Otherwise
/// each gets a row of its own first, and everything else goes by rows.
enum PackedStaging {
  /// Marks in `scan_discovery.detail` a row that follows others of the same listing.
  static let continued = "continued"
  /// Items to which one transaction gives rows, about.
  private static let portion = 20_000

  /// Gives items of a run rows of their own; false when none is packed any more.
  static func unpackPortion(
    of run: RunHandle,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    var rows: [PackedRow] = []
    var count = 0
    var listings = 0
    try connection.prepare(packedSQL).forEachRow(
      bind: { $0.bind(1, run.id.rawValue) },
      while: { row throws(SQLiteError) in
        let packed = try PackedRow(row)
        count += packed.items.count
        if packed.listing != nil { listings += 1 }
        rows.append(packed)
        return count < portion
      }
    )
    guard !rows.isEmpty else { return false }
    let next = try connection.int64(advanceSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, count + listings)
    }
    guard let next else { return false }
    var writer = try DifferenceWriter(run.id, from: next, in: connection)
    let removal = try connection.prepare(removalSQL)
    removal.bind(1, run.id.rawValue)
    for row in rows {
      for item in row.items { try writer.write(item) }
      if let listing = row.listing { try writer.write(listing, of: row.directory) }
      removal.bind(2, row.sequence)
      try removal.run()
      guard connection.changes > 0 else { throw .damagedStaging }
    }
    return true
  }

  /// A row taken apart.
  private struct PackedRow {
    let sequence: Int64
    let directory: DirectoryID
    let listing: StagedListing?
    let items: [StagedDifference]

    init(_ row: borrowing Row) throws(SQLiteError) {
      let directory = DirectoryID(row.int64(1))
      sequence = row.int64(0)
      self.directory = directory
      listing = row.withBytes(2) { AddedItems.listing(in: $0) }
      do throws(AddedItemReader.Damage) {
        items = try row.withBytes(2) { content throws(AddedItemReader.Damage) in
          try AddedItems.unpacked(content, of: directory)
        }
      } catch {
        throw .damagedStaging
      }
    }
  }

  static let packedSQL = """
    SELECT seq, directory_id, content FROM scan_discovery
    WHERE run_id = ?1 AND change = 'packed' ORDER BY seq
    """
  private static let advanceSQL = """
    UPDATE scan_run SET next_seq = next_seq + ?2 WHERE id = ?1 RETURNING next_seq - ?2
    """
  private static let removalSQL = "DELETE FROM scan_discovery WHERE run_id = ?1 AND seq = ?2"
}

extension SQLiteError {
  /// Staged items are not what the engine writes, or cannot be found again.
  static var damagedStaging: SQLiteError {
    SQLiteError(extendedCode: 11, message: "the staged items of a scan are damaged")
  }

  /// Rows of a table do not come in its order, or cannot be found again.
  static var damagedTable: SQLiteError {
    SQLiteError(extendedCode: 11, message: "a table is damaged")
  }
}
