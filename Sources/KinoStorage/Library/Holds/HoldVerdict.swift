import KinoCore
import KinoSQL

/// What the host decided about held removals, as statements.
///
/// A statement takes the source, the publication, the time and, in its form for one item, the row.
struct HoldVerdict: Sendable {
  private let videos: String
  private let sidecars: String
  private let video: String
  private let sidecar: String

  private init(set change: String, where condition: String) {
    videos = "UPDATE media_file SET \(change) WHERE \(condition)"
    sidecars = "UPDATE sidecar SET \(change) WHERE \(condition)"
    video = "\(videos) AND id = ?4"
    sidecar = "\(sidecars) AND id = ?4"
  }

  /// The items go missing.
  static let confirm = HoldVerdict(
    set: """
      availability = 'missing', missing_since_ms = ?3, missing_publication = ?2,
      missing_clock_ms = (SELECT covered_clock_ms FROM library_source WHERE id = ?1),
      missing_scans = (SELECT covered_scans FROM library_source WHERE id = ?1),
      hold_reason = NULL, hold_since_ms = NULL, hold_publication = NULL,
      row_revision = row_revision + 1, updated_at_ms = ?3
      """,
    where: "source_id = ?1 AND hold_reason IS NOT NULL AND availability = 'present'"
  )

  /// The items stay until the host says otherwise.
  static let reject = HoldVerdict(
    set: """
      hold_reason = 'undone', hold_since_ms = ?3, hold_publication = ?2,
      row_revision = row_revision + 1, updated_at_ms = ?3
      """,
    where: "source_id = ?1 AND hold_reason IS NOT NULL AND hold_reason <> 'undone'"
  )

  /// Applies the verdict to one row, or to all of a kind.
  ///
  /// - Returns: How many rows it changed.
  func apply(
    _ kind: ItemKind,
    _ item: Int64?,
    _ source: SourceID,
    _ publication: Int64,
    _ now: Timestamp,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    let sql =
      switch kind {
      case .video: item == nil ? videos : video
      case .sidecar: item == nil ? sidecars : sidecar
      case .directory: String?.none
      }
    guard let sql else { return 0 }
    return try connection.run(sql) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, publication)
      statement.bind(3, now.milliseconds)
      if let item { statement.bind(4, item) }
    }
  }
}
