internal import Foundation

/// A real folder that a test fills, changes and spoils.
///
/// Names are bytes: a text stands for its UTF-8.
package struct FolderTree: Sendable {
  /// The folder's absolute path.
  package let path: String

  /// Makes the folder unless it is there.
  package init(at path: String) throws {
    self.path = path
    try makeDirectory("")
  }

  /// The absolute path of something in the folder.
  package func location(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  /// Writes a file of a size whose content follows from `content`; its middle takes no room.
  ///
  /// - Parameters:
  ///   - name: Its path in the folder; directories on the way are made.
  ///   - size: Its length in bytes, at least 8.
  ///   - content: Equal for equal contents.
  ///   - modified: Its modification time, in seconds since the Unix epoch.
  /// - Throws: ``Violation`` with the call that failed.
  package func write(_ name: String, size: Int, content: UInt64, modified: Int) throws {
    if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
    try write(Array(name.utf8), size: size, content: content, modified: modified)
  }

  /// Writes a file whose name is raw bytes, in a directory that is there.
  package func write(_ name: [UInt8], size: Int, content: UInt64, modified: Int) throws {
    let location = (Array("\(path)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
    let file = unsafe open(location, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try check(file, "open")
    defer { close(file) }
    let word = unsafe withUnsafeBytes(of: content.littleEndian) { unsafe Array($0) }
    try check(Int32(unsafe Glibc.write(file, word, word.count)), "write")
    try check(ftruncate(file, off_t(size)), "ftruncate")
    let time = timespec(tv_sec: modified, tv_nsec: 0)
    try check(unsafe futimens(file, [time, time]), "futimens")
  }

  /// Makes a directory and those that lead to it.
  package func makeDirectory(_ name: String) throws {
    if unsafe mkdir(location(name), 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = name.lastIndex(of: "/") else {
      throw Violation("mkdir \(location(name)): errno \(errno)")
    }
    try makeDirectory(String(name[..<slash]))
    try check(unsafe mkdir(location(name), 0o755), "mkdir \(name)")
  }

  /// Renames something within the folder.
  package func move(_ name: String, to other: String) throws {
    if let slash = other.lastIndex(of: "/") { try makeDirectory(String(other[..<slash])) }
    try check(unsafe rename(location(name), location(other)), "rename \(name)")
  }

  /// Exchanges two names.
  package func swap(_ name: String, _ other: String) throws {
    try move(name, to: "\(name).swapping")
    try move(other, to: name)
    try move("\(name).swapping", to: other)
  }

  /// Removes a file, or a directory with everything in it.
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: location(name))
  }

  /// Makes a symbolic link.
  package func link(_ name: String, to target: String) throws {
    try check(unsafe symlink(target, location(name)), "symlink \(name)")
  }

  /// Gives a file a second name.
  package func hardLink(_ name: String, to other: String) throws {
    try check(unsafe Glibc.link(location(other), location(name)), "link \(name)")
  }

  /// Makes a named pipe.
  package func makePipe(_ name: String) throws {
    try check(unsafe mkfifo(location(name), 0o644), "mkfifo \(name)")
  }

  /// Makes a Unix socket that nobody listens on.
  package func makeSocket(_ name: String) throws {
    let type = mode_t(S_IFSOCK) | 0o644
    try check(unsafe mknod(location(name), type, 0), "mknod \(name)")
  }

  /// Sets a modification time, in seconds since the Unix epoch.
  package func touch(_ name: String, modified: Int) throws {
    let time = timespec(tv_sec: modified, tv_nsec: 0)
    try check(unsafe utimensat(AT_FDCWD, location(name), [time, time], 0), "utimensat \(name)")
  }

  /// Sets what owner, group and others may do with something in the folder.
  package func setRights(_ name: String, _ mode: UInt32) throws {
    try check(unsafe chmod(location(name), mode_t(mode)), "chmod \(name)")
  }

  /// The inode number of something in the folder.
  package func inode(_ name: String) throws -> UInt64 {
    var status = stat()
    try check(unsafe lstat(location(name), &status), "lstat \(name)")
    return UInt64(status.st_ino)
  }

  private func check(_ result: Int32, _ call: String) throws(Violation) {
    guard result >= 0 else { throw Violation("\(call) in \(path): errno \(errno)") }
  }
}

extension FolderTree {
  /// Gives something a name of raw bytes, in the folder itself.
  package func moveRaw(_ name: String, to other: [UInt8]) throws {
    let target = (Array("\(path)/".utf8) + other + [0]).map { CChar(bitPattern: $0) }
    guard unsafe rename(location(name), target) == 0 else {
      throw Violation("rename \(name): errno \(errno)")
    }
  }
}
