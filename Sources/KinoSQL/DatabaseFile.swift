#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A path that may hold a database, looked at without SQLite.
struct DatabaseFile {
  /// The absolute path; no part of it is a symbolic link.
  let path: String
  /// Nil if there is no file.
  let size: Int64?
  /// What the file says of itself; nil if it is empty or not there.
  let header: DatabaseHeader?

  /// Whether there is nothing that a database could lose.
  var isNew: Bool { (size ?? 0) == 0 }

  /// Looks at a path.
  ///
  /// - Parameters:
  ///   - path: The file. Its folder must exist and may be reached through symbolic links.
  ///   - options: What is allowed.
  /// - Throws: ``OpeningError`` for what is not a local, writable, regular file in a writable folder,
  ///   for an empty file that has a backup, and for a file whose header shows that it is not an SQLite
  ///   database.
  init(at path: String, options: OpeningOptions) throws(OpeningError) {
    self.path = try Self.canonical(path)
    let directory = FileSystem.directory(of: self.path)
    if !options.allowsNetworkFileSystem, options.isOnNetwork(directory) { throw .networkFileSystem }
    // The log and its index are made and removed beside the file.
    guard unsafe access(directory, W_OK | X_OK) == 0 else { throw .readOnly }
    size = try Self.sizeOfRegularFile(self.path)
    if let size, size > 0 {
      header = try DatabaseHeader(of: self.path)
    } else {
      header = nil
    }
    if isNew, (FileSystem.size("\(self.path)-wal") ?? 0) > 0 {
      // SQLite would delete the log of an empty file, and with it whatever can still be saved.
      throw .strayLog
    }
    if size == 0, let backup = Self.newestBackup(of: self.path) { throw .emptied(backup: backup) }
  }

  /// The name of the newest whole backup beside a file; their names end with their times.
  private static func newestBackup(of path: String) -> String? {
    let directory = FileSystem.directory(of: path)
    let name = path.dropFirst(directory.count).drop { $0 == "/" }
    return FileSystem.names(in: directory)
      .filter { $0.hasPrefix("\(name).backup-v") && !$0.contains(".partial") }
      .max { time(of: $0) < time(of: $1) }
  }

  private static func time(of backup: String) -> Int64 {
    backup.split(separator: "-").last.flatMap { Int64($0) } ?? 0
  }

  private static func sizeOfRegularFile(_ path: String) throws(OpeningError) -> Int64? {
    var info = stat()
    guard unsafe lstat(path, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw .unavailable(reason(errno))
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .symbolicLink
    default: throw .notAFile
    }
    // The bits are looked at too, because the superuser may write to anything.
    guard info.st_mode & 0o222 != 0, unsafe access(path, W_OK) == 0 else { throw .readOnly }
    return Int64(info.st_size)
  }

  private static func canonical(_ path: String) throws(OpeningError) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[start...]
    guard !name.isEmpty, name != ".", name != ".." else { throw .notAFile }
    let directory = start == path.startIndex ? "." : String(path[..<start])
    guard let resolved = unsafe realpath(directory, nil) else {
      throw .unavailable(reason(errno))
    }
    defer { unsafe free(resolved) }
    let folder = unsafe String(cString: resolved)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  private static func reason(_ code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
