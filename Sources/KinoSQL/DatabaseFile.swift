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

  /// Whether there is nothing that a database could lose.
  var isNew: Bool { (size ?? 0) == 0 }

  /// Looks at a path.
  ///
  /// - Parameters:
  ///   - path: The file. Its folder must exist and may be reached through symbolic links.
  ///   - options: What is allowed.
  /// - Throws: ``OpeningError`` for what is not a local, writable, regular file, and for a file whose
  ///   header shows that it is not an SQLite database.
  init(at path: String, options: OpeningOptions) throws(OpeningError) {
    self.path = try Self.canonical(path)
    let directory = FileSystem.directory(of: self.path)
    if !options.allowsNetworkFileSystem, options.isOnNetwork(directory) { throw .networkFileSystem }
    size = try Self.sizeOfRegularFile(self.path)
    if let size, size > 0 {
      guard let head = FileSystem.head(of: self.path, count: 16) else {
        throw .unavailable("cannot read the file")
      }
      guard head == Array("SQLite format 3\u{0}".utf8) else { throw .notADatabase }
    } else if (FileSystem.size("\(self.path)-wal") ?? 0) > 0 {
      // SQLite would delete the log of an empty file, and with it whatever can still be saved.
      throw .damaged("an empty file beside a write-ahead log")
    }
  }

  /// What the header of the file says, which may be older than its write-ahead log.
  ///
  /// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
  var header: (applicationID: Int32, version: Int32) {
    guard let head = FileSystem.head(of: path, count: 72), head.count == 72 else { return (0, 0) }
    func integer(at offset: Int) -> Int32 {
      head[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
    return (integer(at: 68), integer(at: 60))
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
