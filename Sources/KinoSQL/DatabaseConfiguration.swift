/// How a ``Database`` behaves.
package struct DatabaseConfiguration: Sendable {
  /// How many reads run at once, each on a connection and a thread of its own.
  package var readerCount = 4
  /// The page cache of each reader, an upper bound.
  package var readerCacheKibibytes = 2048
  /// How much of the file each reader may map into memory; 0 for nothing.
  ///
  /// Mapping makes reads about a tenth faster, and an I/O error becomes a crash of the process.
  package var readerMemoryMapBytes: Int64 = 0
  /// Runs as the last statement of each write transaction that changed something.
  package var afterChange: String?
  /// Functions that SQL may call on every connection.
  package var functions: [ScalarFunction] = []
  /// From which length on the write-ahead log is copied back into the file, in the background.
  package var logSoftLimitBytes = 16 << 20
  /// From which length on this happens while no write runs, so that it catches up.
  package var logHardLimitBytes = 64 << 20

  /// Creates the default configuration.
  package init() {}
}
