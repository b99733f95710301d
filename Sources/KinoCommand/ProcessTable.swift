#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What `/proc` tells of other processes (proc(5)); where there is none, or it may not be read, nothing.
enum ProcessTable {
  /// The lines of a file of it; none when it cannot be read.
  static func lines(of path: String) -> [Substring] {
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

  /// Whether a process was stopped, by a signal or a debugger.
  static func isStopped(_ process: Int32) -> Bool {
    lines(of: "/proc/\(process)/status").contains { line in
      line.hasPrefix("State:") && (line.contains("T (") || line.contains("t ("))
    }
  }

  /// Whether a process has a file open; only its owner is told.
  static func hasOpen(_ file: FileIdentity, in process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard let stream = unsafe opendir(folder) else { return false }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if FileIdentity(of: "\(folder)/\(name)") == file { return true }
    }
    return false
  }
}

/// Which file it is: an inode number alone comes once on each device.
struct FileIdentity: Hashable {
  /// The device, by the numbers that the kernel has for it.
  let major: UInt64
  let minor: UInt64
  let inode: UInt64

  init(major: UInt64, minor: UInt64, inode: UInt64) {
    self.major = major
    self.minor = minor
    self.inode = inode
  }

  /// The file that a path leads to; `nil` when there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let device = UInt64(truncatingIfNeeded: status.st_dev)
    // As makedev(3) of glibc puts them together.
    self.init(
      major: device >> 8 & 0xfff | device >> 32 & ~0xfff,
      minor: device & 0xff | device >> 12 & ~0xff,
      inode: UInt64(status.st_ino)
    )
  }
}
