#if canImport(Darwin)
internal import Darwin
#else
internal import CKinoSQLite
internal import Glibc
#endif

/// What the library asks of the file system beside SQLite itself.
package enum FileSystem {
  /// How many bytes an unprivileged process may still write beside a path; nil if unknown.
  package static func availableBytes(_ path: String) -> Int64? {
    var info = statvfs()
    guard unsafe statvfs(path, &info) == 0 else { return nil }
    return Int64(clamping: UInt64(info.f_bavail) * UInt64(info.f_frsize))
  }

  /// Whether a path lies on a network file system.
  package static func isOnNetwork(_ path: String) -> Bool {
    #if canImport(Darwin)
    var info = statfs()
    return unsafe statfs(path, &info) == 0 && info.f_flags & UInt32(MNT_LOCAL) == 0
    #else
    networkMagic.contains(UInt32(truncatingIfNeeded: unsafe kino_filesystem_magic(path)))
    #endif
  }

  #if !canImport(Darwin)
  /// From `linux/magic.h` and the modules' own sources.
  ///
  /// FUSE is not among them: local drivers use it too.
  private static let networkMagic: Set<UInt32> = [
    0x6969,  // NFS
    0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, SMB2, CIFS
    0x0102_1997,  // 9P
    0x5346_414F, 0x7375_7245,  // AFS, Coda
    0x00C3_6400, 0x0BD0_0BD0,  // Ceph, Lustre
    0x564C,  // NCP
  ]
  #endif

  /// The size of a file; nil if there is none.
  static func size(_ path: String) -> Int64? {
    var info = stat()
    guard unsafe lstat(path, &info) == 0 else { return nil }
    return Int64(info.st_size)
  }

  /// Makes an empty file if there is none.
  ///
  /// It gets its name only when no descriptor of it is open any more: closing one would drop the locks that
  /// another thread may have on it by then.
  static func create(_ path: String, mode: UInt32) -> Bool {
    let temporary = "\(path).new-\(getpid())-\(UInt64.random(in: .min ... .max))"
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard file >= 0 else { return false }
    close(file)
    defer { remove(temporary) }
    return unsafe link(temporary, path) == 0 || errno == EEXIST
  }

  /// Writes a file that is complete or absent, whenever the power fails.
  static func publish(_ bytes: [UInt8], as path: String) -> Bool {
    let temporary = "\(path).partial"
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o600))
    guard file >= 0 else { return false }
    let written = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    close(file)
    return written == bytes.count && publish(temporary, as: path)
  }

  /// Flushes a finished file and gives it its name, both on the disk.
  static func publish(_ temporary: String, as path: String) -> Bool {
    guard synchronize(temporary, O_RDWR), unsafe rename(temporary, path) == 0 else { return false }
    return synchronize(directory(of: path), O_RDONLY)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) {
    unsafe unlink(path)
  }

  /// The names in a folder, in no order.
  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
      )
    }
    return names
  }

  /// The folder of an absolute path.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func synchronize(_ path: String, _ flags: Int32) -> Bool {
    let file = unsafe open(path, flags | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    #if canImport(Darwin)
    return fcntl(file, F_FULLFSYNC) == 0 || fsync(file) == 0
    #else
    return fsync(file) == 0
    #endif
  }
}
