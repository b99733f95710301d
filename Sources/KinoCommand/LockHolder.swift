#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process that keeps a library from being written, as the kernel tells (proc(5), `/proc/locks`).
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
    var status = stat()
    let file = LibraryPlace.file(in: database) + "-shm"
    guard unsafe stat(file, &status) == 0 else { return nil }
    let suffix = ":\(status.st_ino)"
    let holder = Self.lines(of: "/proc/locks").lazy.compactMap { line -> Int32? in
      let words = line.split(separator: " ")
      guard words.count > 7, words[1] == "POSIX", words[3] == "WRITE", words[5].hasSuffix(suffix),
        words[6] == "120"
      else { return nil }
      return Int32(words[4])
    }.first
    guard let holder, holder > 0 else { return nil }
    processID = holder
    isStopped = Self.lines(of: "/proc/\(holder)/status").contains { line in
      line.hasPrefix("State:") && (line.contains("T (") || line.contains("t ("))
    }
  }

  /// What is to be done, in a sentence.
  var advice: String {
    isStopped
      ? "It is process \(processID), which was stopped: `kill -CONT \(processID)` lets it go on."
      : "It is process \(processID)."
  }

  private static func lines(of path: String) -> [Substring] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}
