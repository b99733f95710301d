import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ScanLocal {
  /// The user's data directory for this command (XDG Base Directory Specification).
  static func defaultDatabase() -> String {
    let base = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME") ?? "."
    return (base ?? home + "/.local/share") + "/kinothek/scan-local"
  }

  /// The directory as the library remembers it: absolute, links resolved where it exists.
  static func absolute(_ path: String) -> String {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    guard !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(current) }
    return unsafe String(cString: current) + "/" + path
  }

  static func fileSize(_ path: String) -> Int64? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// What this process has written so far, as the kernel counts it (`wchar`, proc(5)).
  static func bytesWritten() -> Int64? {
    #if os(Linux)
    guard let file = unsafe fopen("/proc/self/io", "r") else { return nil }
    defer { unsafe fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    let text = String(decoding: buffer.prefix(count), as: UTF8.self)
    return text.split(separator: "\n").lazy
      .compactMap { $0.hasPrefix("wchar: ") ? Int64($0.dropFirst(7)) : nil }.first
    #else
    return nil
    #endif
  }

  /// Says something to the person at the terminal, beside whatever a program reads.
  static func complain(_ text: String) {
    var bytes = Array("scan-local: \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, &bytes, bytes.count)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// Turns Ctrl-C, and a polite request to end, into a call.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  init(_ interrupted: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: interrupted)
      source.resume()
      return source
    }
  }

  func stop() {
    for source in sources { source.cancel() }
  }
}
