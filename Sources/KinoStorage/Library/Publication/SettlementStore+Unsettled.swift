import KinoCore
import KinoSQL

extension SettlementStore {
  /// How much work completed runs have left to be queued, for some stages.
  ///
  /// With nothing left it costs a look-up for each run that the library remembers.
  static func unsettled(
    of stages: [WorkStage],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    let runs = try connection.prepare(unsettledRunsSQL).all { row in row.int64(0) }
    var count: Int64 = 0
    for run in runs {
      for stage in stages where Self.stages.contains(stage.rawValue) {
        count +=
          try connection.int64(unsettledCountSQL) { statement in
            statement.bind(1, run)
            statement.bind(2, Int64.max)
            statement.bind(3, stage.rawValue)
          } ?? 0
      }
    }
    return Int(count)
  }

  private static let unsettledRunsSQL = """
    SELECT run.id FROM scan_run AS run
    WHERE run.state = 'completed'
      AND EXISTS (SELECT 1 FROM scan_discovery WHERE run_id = run.id)
    """
  /// Files that are in the queue with another revision count there.
  private static let unsettledCountSQL = """
    SELECT count(*) FROM (
      \(selections.map { "SELECT file.id, file.input_revision, file.material_revision \($0)" }
        .joined(separator: "\nUNION "))
    ) AS file
    WHERE NOT EXISTS (
      SELECT 1 FROM scan_queue AS queued
      WHERE queued.media_file_id = file.id AND queued.stage = ?3
        AND (queued.state IN ('ready', 'leased')
          OR (queued.input_revision IS file.input_revision
            AND queued.material_revision IS file.material_revision AND queued.state <> 'failed'))
    )
    """
}
