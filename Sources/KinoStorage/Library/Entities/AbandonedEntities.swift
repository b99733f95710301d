import KinoCore
import KinoSQL

/// Marks for collection what the last file has just left, if nothing else keeps it.
///
/// It was made of a name that says something else now, and would be made again of the name alone: no
/// time has to pass before it is judged again and deleted, as it has to for what lost its files.
enum AbandonedEntities {
  /// Marks these, then their seasons and owners, then their series.
  static func mark(
    _ entities: [Int64],
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !entities.isEmpty else { return }
    var parents: Set<Int64> = []
    var series: Set<Int64> = []
    for entity in entities {
      guard let row = try HandEntity.find(entity, in: connection) else { continue }
      if let parent = row.parent { parents.insert(parent) }
      if let one = row.series { series.insert(one) }
    }
    let marking = try connection.prepare(EntityCollector.marking)
    marking.bind(3, now.milliseconds)
    marking.bind(4, now.milliseconds)
    for level in [Set(entities), parents.subtracting(series), series] {
      for entity in level.sorted() {
        marking.bind(1, entity - 1)
        marking.bind(2, entity)
        try marking.run()
      }
    }
  }
}
