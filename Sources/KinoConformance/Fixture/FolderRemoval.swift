#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Removes folders with all that is in them, whatever their names and however deep they are.
enum FolderRemoval {
  private static let tries = 3

  /// Removes something; what is not there is removed.
  ///
  /// `rm` takes names that are not UTF-8 and paths of any length. It is tried again where it was
  /// ended or a folder in the way could not be read.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: Whether nothing is there any more.
  static func remove(_ path: String) -> Bool {
    for attempt in 0..<tries where exists(path) {
      if attempt > 0 { run(["/bin/chmod", "-R", "u+rwx", path]) }
      run(["/bin/rm", "-rf", "--", path])
    }
    return !exists(path)
  }

  private static func exists(_ path: String) -> Bool {
    var found = stat()
    return unsafe lstat(path, &found) == 0 || errno != ENOENT
  }

  /// Runs a program to its end, silently, in a process group of its own: a terminal sends Ctrl-C to
  /// the group of the program that began this, which wants to remove what it built just then.
  private static func run(_ words: [String]) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let command = unsafe words.map { word in unsafe strdup(word) } + [nil]
    defer { unsafe command.forEach { word in unsafe free(word) } }
    var process = pid_t()
    guard unsafe posix_spawn(&process, words[0], &actions, &attributes, command, nil) == 0 else {
      return
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
