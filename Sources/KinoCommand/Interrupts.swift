import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Turns Ctrl-C, and a polite request to end, into a call.
package final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - grace: How long after the call the process may take to end by itself; then it is ended, as
  ///     cancelled. `nil` for as long as it likes.
  ///   - interrupted: Called on a queue of the system's.
  package init(grace: Duration? = nil, _ interrupted: @escaping @Sendable () -> Void) {
    // A limit on the size of files is then an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        interrupted()
        guard let grace else { return }
        let milliseconds = Int(grace / .milliseconds(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
          _exit(ExitCode.cancelled.rawValue)
        }
      }
      source.resume()
      return source
    }
  }

  /// Ends the listening; signals are ignored from then on.
  package func stop() {
    for source in sources { source.cancel() }
  }
}
