#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What this process holds now, where the system tells.
enum ProcessResources {
  /// The number of open descriptors.
  static var descriptors: Int? {
    var count = 0
    for descriptor in 0..<Int32(4096) where fcntl(descriptor, F_GETFD) >= 0 { count += 1 }
    return count
  }

  /// The memory in use, in bytes.
  static var memory: Int64? {
    #if canImport(Darwin)
    return nil
    #else
    var buffer = [UInt8](repeating: 0, count: 256)
    let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let count = unsafe read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let fields = buffer[..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int64(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }
}
