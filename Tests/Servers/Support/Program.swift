internal import Dispatch
internal import Foundation

/// A program of the tests, started without input and output.
///
/// Foundation's `Process` takes a program for running while anything that it started runs, which
/// servers are meant to.
struct Program {
  private let processID: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program's absolute path, and its arguments.
  ///   - errors: The file that gets its standard error.
  /// - Throws: ``TestServerFailure`` when it can not be started.
  init(_ command: [String], errors: String) throws(TestServerFailure) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o644)
    // The threads that tests run on keep signals to themselves, and what they start would as well.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var started = pid_t()
    let code = unsafe posix_spawn(&started, command[0], &actions, &attributes, arguments, environ)
    guard code == 0 else { throw TestServerFailure("cannot start \(command[0]): error \(code)") }
    processID = started
  }

  /// Waits for the end; returns 0 for a good one.
  func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "kino.program").async {
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
  }
}
