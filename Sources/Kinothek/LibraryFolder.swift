internal import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The folder that a library lives in.
enum LibraryFolder {
  /// Makes the folder and those above it, readable by their owner alone.
  ///
  /// - Throws: `StorageError`: `unsuitableLocation` when something else is in the way, `readOnly`
  ///   or `diskFull` when it cannot be made.
  static func prepare(_ path: String) throws(StorageError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageError(.unsuitableLocation, message: "The library's folder needs a name.")
    }
    if isDirectory(path) { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try prepare(String(path[..<slash]))
    }
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(errno, at: path) }
    guard isDirectory(path) else {
      throw StorageError(
        .unsuitableLocation,
        message: "\(path) is no folder; a library needs one of its own."
      )
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func failure(_ code: Int32, at path: String) -> StorageError {
    switch code {
    case EROFS, EACCES, EPERM:
      StorageError(
        .readOnly,
        message: "The folder \(path) cannot be made: it may not be written there."
      )
    case ENOSPC, EDQUOT:
      StorageError(.diskFull, message: "The folder \(path) cannot be made: no space is left.")
    case ENOTDIR:
      StorageError(
        .unsuitableLocation,
        message: "The folder \(path) cannot be made: a file is in the way."
      )
    default:
      StorageError(
        .unavailable,
        message: "The folder \(path) cannot be made: \(unsafe String(cString: strerror(code)))."
      )
    }
  }
}
