/// A file lock that a process holds, as a line of `/proc/locks` tells (proc(5)).
struct KernelLock: Hashable {
  let processID: Int32
  let file: FileIdentity
  /// Whether it keeps out all others.
  let isExclusive: Bool
  /// The first byte that is locked.
  let start: Int64

  /// `nil` for a lock of another kind, one that is waited for, and one of a process that cannot be seen
  /// from here.
  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    guard words.count > 7, words[1] == "POSIX", let processID = Int32(words[4]), processID > 0,
      let file = FileIdentity(locked: words[5]), let start = Int64(words[6])
    else { return nil }
    self.processID = processID
    self.file = file
    self.start = start
    isExclusive = words[3] == "WRITE"
  }
}

extension FileIdentity {
  /// Reads `MAJOR:MINOR:INODE`, the device in hexadecimal digits.
  fileprivate init?(locked text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 3, let major = UInt64(parts[0], radix: 16),
      let minor = UInt64(parts[1], radix: 16), let inode = UInt64(parts[2])
    else { return nil }
    self.init(major: major, minor: minor, inode: inode)
  }
}
