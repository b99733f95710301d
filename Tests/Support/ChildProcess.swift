internal import Foundation

/// A program that a test started, and may kill.
///
/// Not waiting for it leaves a zombie; ``wait()`` is called exactly once. Until then its id belongs
/// to nobody else.
package struct ChildProcess: Sendable {
  /// The process's id.
  package let processID: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program's absolute path, and its arguments.
  ///   - output: The file that gets its standard output; `nil` for nowhere.
  ///   - errors: The file that gets its standard error; `nil` for nowhere.
  ///   - environment: Variables beside those of this process.
  /// - Throws: ``Violation`` when it cannot be started.
  package init(
    _ command: [String],
    output: String? = nil,
    errors: String? = nil,
    environment: [String: String] = [:]
  ) throws(Violation) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (descriptor, file) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      let flags = O_WRONLY | O_CREAT | O_TRUNC
      unsafe posix_spawn_file_actions_addopen(
        &actions,
        descriptor,
        file ?? "/dev/null",
        flags,
        0o644
      )
    }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let pairs = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + pairs).forEach { unsafe free($0) } }
    var started = pid_t()
    let code = unsafe posix_spawn(&started, command[0], &actions, nil, arguments, pairs)
    guard code == 0 else { throw Violation("cannot start \(command[0]): error \(code)") }
    processID = started
  }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(processID, signal) }

  /// Waits for the end.
  package func wait() -> ChildExit {
    var status: Int32 = 0
    while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
    // The low seven bits are the signal that ended it, the second byte is the exit code (wait(2)).
    let signal = status & 0x7F
    return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }
}

/// How a program ended.
package enum ChildExit: Hashable, Sendable {
  /// It exited with this code.
  case code(Int32)
  /// This signal ended it.
  case signal(Int32)
}
