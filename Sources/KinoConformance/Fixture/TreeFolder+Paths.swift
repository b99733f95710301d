import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A name with the NUL that calls of the system want.
struct CString {
  let bytes: [CChar]

  init(_ name: [UInt8]) {
    bytes = name.map { CChar(bitPattern: $0) } + [0]
  }
}

extension TreeFolder {
  /// Calls `body` with the open parent of a path and the path's last name; makes what leads there.
  func at(
    _ path: SourcePath,
    _ body: (Int32, CString) throws(NotRun) -> Void
  ) throws(NotRun) {
    var directory = unsafe open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(directory, "open")
    defer { close(directory) }
    let names = path.components.map { CString($0.bytes) }
    for name in names.dropLast() {
      try makeDirectory(name, in: directory)
      let next = unsafe openat(directory, name.bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try check(next, "open")
      close(directory)
      directory = next
    }
    try body(directory, names.last ?? CString(Array(".".utf8)))
  }

  func makeDirectory(_ name: CString, in parent: Int32) throws(NotRun) {
    let result = unsafe mkdirat(parent, name.bytes, 0o755)
    if result != 0 && errno == EEXIST { return }
    try check(result, "mkdir")
  }

  func check(_ result: Int32, _ what: String) throws(NotRun) {
    guard result >= 0 else { throw NotRun("the file system can not \(what) here: errno \(errno)") }
  }

  func remove(_ path: SourcePath) throws(NotRun) {
    try at(path) { parent, name throws(NotRun) in
      if unsafe unlinkat(parent, name.bytes, 0) == 0 { return }
      guard errno == EISDIR || errno == EPERM else { return try check(-1, "unlink") }
      let whole = "\(self.path)/\(String(decoding: path.bytes, as: UTF8.self))"
      guard FolderRemoval.remove(whole) else { throw NotRun("the file system can not remove it") }
    }
  }
}
