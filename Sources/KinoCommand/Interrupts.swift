import CKinoHost
import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Turns Ctrl-C, and a polite request to end, into a call.
///
/// Made before all else: what comes before anybody listens is kept until somebody does.
package final class Interrupts {
  private let source: (any DispatchSourceRead)?
  private var isListening = false

  /// Keeps the signals from ending the process, from this moment on.
  package init() {
    // A limit on the size of files is then an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let descriptor = kino_catch_interrupts()
    source =
      descriptor < 0
      ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
  }

  /// Begins to listen, or has somebody else called from now on.
  ///
  /// - Parameters:
  ///   - grace: How long after the call the process may take to end by itself; then it is ended, as
  ///     cancelled. `nil` for as long as it likes.
  ///   - interrupted: Called on a queue of the system's, once for each signal or more.
  package func listen(grace: Duration? = nil, _ interrupted: @escaping @Sendable () -> Void) {
    guard let source else { return }
    let descriptor = Int32(source.handle)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = unsafe read(descriptor, &bytes, bytes.count)
      interrupted()
      guard let grace else { return }
      let milliseconds = Int(grace / .milliseconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        _exit(ExitCode.cancelled.rawValue)
      }
    }
    if !isListening { source.activate() }
    isListening = true
  }

  /// Ends the listening; signals are ignored from then on.
  package func stop() { source?.cancel() }
}
