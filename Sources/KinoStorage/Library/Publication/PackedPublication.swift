import KinoCore
import KinoSQL

/// Publishes items that are staged packed.
struct PackedPublication {
  private let run: RunHandle
  private let now: Int64
  private let uids: UIDGenerator

  init(_ run: RunHandle, at now: Int64, _ uids: UIDGenerator) {
    self.run = run
    self.now = now
    self.uids = uids
  }

  /// Inserts all of them; returns how many found their place free.
  func insert(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    var videos = try ItemInsertion(into: .video, run, at: now, uids, in: connection)
    var sidecars = try ItemInsertion(into: .sidecar, run, at: now, uids, in: connection)
    var inserted = 0
    try connection.query(Self.packedSQL) {
      $0.bind(1, run.id.rawValue)
    } _: { row throws(SQLiteError) in
      let directory = row.int64(0)
      try row.withBytes(1) { content throws(SQLiteError) in
        var reader = AddedItemReader()
        while let item = try Self.next(&reader, in: content) {
          if item.kind == .video {
            inserted += try videos.add(item, of: content, to: directory, in: connection)
          } else {
            inserted += try sidecars.add(item, of: content, to: directory, in: connection)
          }
        }
      }
    }
    inserted += try videos.finish(in: connection)
    inserted += try sidecars.finish(in: connection)
    return inserted
  }

  private static func next(
    _ reader: inout AddedItemReader,
    in content: Span<UInt8>
  ) throws(SQLiteError) -> AddedItemReader.Item? {
    do throws(AddedItemReader.Damage) {
      return try reader.next(in: content)
    } catch {
      throw .damagedStaging
    }
  }

  static let packedSQL =
    "SELECT directory_id, content FROM scan_discovery WHERE run_id = ?1 AND change = 'packed'"
}
