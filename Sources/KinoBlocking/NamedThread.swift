#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A detached operating-system thread with a name that debuggers and `top -H` show.
package enum NamedThread {
  /// Room for the C libraries that run on it; the default of secondary threads on Darwin is too
  /// small for some of them.
  package static let usualStackBytes = 2 << 20

  /// Starts a thread that runs `body` once and ends.
  ///
  /// - Parameters:
  ///   - name: The name; Linux keeps the first 15 bytes.
  ///   - stackBytes: The size of its stack; what is not used of it takes no memory.
  ///   - body: What it runs.
  /// - Returns: Whether the system granted a thread.
  package static func start(
    named name: String,
    stackBytes: Int = usualStackBytes,
    _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)

    let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(&thread, &attributes, enterThread, start.toOpaque())
    guard code == 0 else {
      unsafe start.release()
      return false
    }
    return true
  }

  /// Identifies the calling thread among those that are alive.
  static var currentID: UInt {
    #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }

  fileprivate static func run(_ start: ThreadStart) {
    #if canImport(Darwin)
    unsafe pthread_setname_np(start.name)
    #else
    setName(start.name)
    #endif
    start.body()
  }

  #if !canImport(Darwin)
  /// Names the calling thread; the C library's own call is hidden from Swift (`_GNU_SOURCE`).
  private static func setName(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    unsafe Array(name.utf8.prefix(15)).withUnsafeBytes { bytes in
      _ = unsafe write(file, bytes.baseAddress, bytes.count)
    }
    close(file)
  }
  #endif
}

#if canImport(Darwin)
private func enterThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  NamedThread.run(unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue())
  return nil
}
#else
private func enterThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  NamedThread.run(unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue())
  return nil
}
#endif

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
