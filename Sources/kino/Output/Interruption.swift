import KinoCommand
import KinoCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Why what a command prints of a place ends early.
enum Interruption: Error, Hashable {
  /// The place failed, or Ctrl-C was pressed.
  case source(SourceError)
  /// What is printed cannot be written.
  case output(StandardOutput.Failure)
}

extension StandardOutput.Failure {
  /// Ends a command whose output nobody takes: in silence, as the system ends one by default whose
  /// reader has gone, or with a complaint.
  func end(_ tool: String) -> ExitCode {
    if let message {
      Host.complain(message, as: tool)
    } else {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    return .failed
  }
}

extension StandardOutput {
  /// Writes a text.
  func write(_ text: String) throws(Interruption) {
    guard !text.isEmpty else { return }
    try send(Array(text.utf8))
  }

  /// Writes bytes; a failure is told as what ends the command.
  func send(_ bytes: [UInt8]) throws(Interruption) {
    do throws(Failure) {
      try write(bytes)
    } catch {
      throw .output(error)
    }
  }
}

extension Place {
  /// Opens the place, does something with it and closes it, whatever came of it.
  func withSession<Value>(
    _ credential: SourceCredential?,
    _ body: (any SourceSession) async throws(Interruption) -> Value
  ) async throws(Interruption) -> Value {
    let session: any SourceSession
    do throws(SourceError) {
      session = try await adapter.connectLayered(configuration, credential: credential)
    } catch {
      throw .source(error)
    }
    do throws(Interruption) {
      let value = try await body(session)
      await session.close()
      return value
    } catch {
      await session.close()
      throw error
    }
  }
}
