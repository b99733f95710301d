#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process that keeps a library from being written, as the kernel tells (proc(5)); systems without
/// `/proc` tell nothing.
struct LockHolder {
  /// Its id.
  let processID: Int32
  /// Whether it was stopped, and goes on only when it is told to.
  let isStopped: Bool

  /// Who holds the write lock of the library in a folder now; `nil` when nobody does or it cannot be
  /// told.
  ///
  /// SQLite locks byte 120 of the file beside a database in WAL mode (file format, 2.3.1). Nothing is
  /// opened of the library: closing a file would drop the locks that this process has on it.
  init?(of database: String) {
    let path = LibraryPlace.file(in: database) + "-shm"
    guard let file = FileIdentity(of: path) else { return nil }
    let lock = ProcessTable.lines(of: "/proc/locks").lazy.compactMap(KernelLock.init).first {
      lock in
      lock.isExclusive && lock.start == 120 && lock.file.inode == file.inode
        // Some file systems tell programs another device than the kernel goes by.
        && (lock.file == file || ProcessTable.hasOpen(file, in: lock.processID))
    }
    guard let lock else { return nil }
    processID = lock.processID
    isStopped = ProcessTable.isStopped(lock.processID)
  }

  /// What is to be done, in a sentence.
  var advice: String {
    isStopped
      ? "It is process \(processID), which was stopped: `kill -CONT \(processID)` lets it go on."
      : "It is process \(processID)."
  }
}
