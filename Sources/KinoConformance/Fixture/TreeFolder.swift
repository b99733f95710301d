public import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Builds trees in a folder of this machine: for local fixtures, and for servers that serve one.
///
/// Names are raw bytes, and paths may be longer than a call of the system takes.
public struct TreeFolder: Sendable {
  /// The folder, as an absolute path.
  public let path: String

  /// Makes an empty folder with a name that nothing else has.
  ///
  /// - Parameter parent: Where to make it; it must exist.
  /// - Throws: ``NotRun`` when it can not be made.
  public init(in parent: String) throws(NotRun) {
    var template = Array("\(parent)/kino-conformance-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw NotRun("can not write to \(parent): errno \(errno)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Servers run as other users.
    _ = unsafe chmod(path, 0o755)
  }

  /// Adds nodes, and the directories that lead to them; stops soon when the task is cancelled.
  ///
  /// - Parameter tree: What to add, in order.
  /// - Throws: ``NotRun`` when the file system can not hold it, or the task was cancelled.
  public func build(_ tree: [TreeNode]) throws(NotRun) {
    for node in tree {
      // Large trees take their time.
      guard !Task.isCancelled else { throw NotRun("the run was cancelled") }
      try add(node)
    }
  }

  /// Changes the tree.
  ///
  /// - Parameter change: What to change.
  /// - Throws: ``NotRun`` when the file system can not do it.
  public func apply(_ change: TreeChange) throws(NotRun) {
    switch change {
    case .add(let node): try add(node)
    case .write(let path, let bytes):
      try at(path) { parent, name throws(NotRun) in
        try write(bytes, to: name, in: parent, O_TRUNC)
      }
    case .replace(let path, let bytes):
      try at(path) { parent, name throws(NotRun) in
        let temporary = CString(Array(".replacement".utf8))
        try write(bytes, to: temporary, in: parent, O_TRUNC)
        try check(unsafe renameat(parent, temporary.bytes, parent, name.bytes), "rename")
      }
    case .remove(let path): try remove(path)
    case .move(let path, let destination):
      try at(path) { parent, name throws(NotRun) in
        try at(destination) { other, new throws(NotRun) in
          try check(unsafe renameat(parent, name.bytes, other, new.bytes), "rename")
        }
      }
    case .touch(let path, let moment):
      try at(path) { parent, name throws(NotRun) in try touch(name, moment, in: parent) }
    }
  }

  /// Allows or forbids everybody but the administrator to read something.
  ///
  /// - Parameters:
  ///   - path: A file or directory.
  ///   - isReadable: Whether it may be read.
  /// - Throws: ``NotRun`` when that can not be set.
  public func setReadable(_ path: SourcePath, _ isReadable: Bool) throws(NotRun) {
    try at(path) { parent, name throws(NotRun) in
      try check(unsafe fchmodat(parent, name.bytes, isReadable ? 0o755 : 0, 0), "chmod")
    }
  }

  /// Puts an empty folder in the place of this one, whose content is lost.
  ///
  /// - Throws: ``NotRun`` when it can not be made.
  public func replaceRoot() throws(NotRun) {
    // The old one is kept until the new one is there: file numbers of removed ones come back.
    try check(unsafe rename(path, "\(path).old"), "rename")
    try check(unsafe mkdir(path, 0o755), "mkdir")
    Self.removeAll("\(path).old")
  }

  /// Removes the folder with all that is in it.
  public func delete() {
    Self.removeAll(path)
  }

  private func add(_ node: TreeNode) throws(NotRun) {
    try at(node.path) { parent, name throws(NotRun) in
      switch node.kind {
      case .file(let bytes): try write(bytes, to: name, in: parent, O_TRUNC)
      case .sparse(let size):
        let start = size - Int64(TreeNode.sparseEnd.count)
        try write(TreeNode.sparseEnd, to: name, in: parent, 0, at: start)
      case .directory: try makeDirectory(name, in: parent)
      case .link(let target): try check(unsafe symlinkat(target, parent, name.bytes), "symlink")
      case .hardLink(let existing):
        try at(existing) { other, old throws(NotRun) in
          try check(unsafe linkat(other, old.bytes, parent, name.bytes, 0), "link")
        }
      case .pipe: try check(makePipe(parent, name), "mkfifo")
      }
      if let modifiedAt = node.modifiedAt { try touch(name, modifiedAt, in: parent) }
    }
  }

  private func write(
    _ bytes: [UInt8],
    to name: CString,
    in parent: Int32,
    _ flags: Int32,
    at offset: Int64 = 0
  ) throws(NotRun) {
    let file = unsafe openat(parent, name.bytes, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    try check(file, "create")
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          file,
          buffer.baseAddress.map { unsafe $0 + done },
          bytes.count - done,
          off_t(offset) + off_t(done)
        )
      }
      try check(Int32(clamping: written), "write")
      done += written
    }
  }

  private func makePipe(_ parent: Int32, _ name: CString) -> Int32 {
    unsafe mkfifoat(parent, name.bytes, 0o644)
  }

  private func touch(_ name: CString, _ moment: Timestamp, in parent: Int32) throws(NotRun) {
    let (seconds, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: 1000)
    let isBefore = rest < 0
    let time = timespec(
      tv_sec: Int(isBefore ? seconds - 1 : seconds),
      tv_nsec: Int(isBefore ? rest + 1000 : rest) * 1_000_000
    )
    try check(unsafe utimensat(parent, name.bytes, [time, time], 0), "set times")
    var found = stat()
    try check(unsafe fstatat(parent, name.bytes, &found, 0), "stat")
    #if canImport(Darwin)
    let kept = found.st_mtimespec.tv_sec
    #else
    let kept = found.st_mtim.tv_sec
    #endif
    guard kept == time.tv_sec else {
      throw NotRun("the file system can not keep this time")
    }
  }
}
