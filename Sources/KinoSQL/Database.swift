internal import Synchronization

/// One SQLite file: a coordinator that lets one write run at a time, and a pool of readers.
///
/// What holds:
/// - A write runs alone, in a transaction of its own, on the connection of its profile. It is complete or
///   it has not happened, whatever is thrown, cancelled or killed.
/// - A read sees one snapshot from its first statement to its last, and neither waits for a write nor
///   holds one up.
/// - A long read keeps the write-ahead log from starting over, so that it grows: read in portions.
/// - All blocking happens on threads of the database's own.
package final class Database: Sendable {
  /// The file.
  package let path: String
  /// The schema version that all SQL here is written for.
  package let version: Int32

  let configuration: DatabaseConfiguration
  let operations = Operations()
  let writes = TurnQueue(capacity: 1)
  let reads: TurnQueue
  let writer: WriterLane
  let readers: [ReaderLane]
  let care = TurnQueue(capacity: 1)
  let maintenance: MaintenanceLane
  let lifecycle = TurnQueue(capacity: 1)
  /// Whether a checkpoint is on its way that nobody waits for.
  let isCheckpointing = Atomic(false)

  init(path: String, version: Int32, configuration: DatabaseConfiguration) {
    self.path = path
    self.version = version
    self.configuration = configuration
    writer = WriterLane(path: path, version: version, configuration: configuration)
    maintenance = MaintenanceLane(path: path)
    reads = TurnQueue(capacity: configuration.readerCount)
    readers = (0..<configuration.readerCount).map {
      ReaderLane(number: $0, path: path, version: version, configuration: configuration)
    }
  }
}

extension Database {
  /// How many writes wait for their turn now.
  package var waitingWrites: Int { writes.waiterCount }

  /// The priority of the write that is next in turn, if one waits.
  package var waitingPriority: WritePriority? {
    writes.firstPriority.flatMap { WritePriority(rawValue: $0) }
  }

  /// How many reads, writes and others are under way or waiting.
  package var runningOperations: Int { operations.count }
}
