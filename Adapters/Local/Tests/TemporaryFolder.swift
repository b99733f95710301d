import KinoCore
import KinoLocal
import KinoTestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder for one test, removed with everything in it when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/kino-local-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `rm` takes names that are not UTF-8 and paths of any length.
  deinit {
    let words: [String] = ["/bin/rm", "-rf", path]
    let command = unsafe words.map { word in unsafe strdup(word) } + [nil]
    var process = pid_t()
    var status: Int32 = 0
    unsafe posix_spawn(&process, "/bin/rm", nil, nil, command, nil)
    unsafe waitpid(process, &status, 0)
    unsafe command.forEach { word in unsafe free(word) }
  }

  func location(of relative: String) -> String { "\(path)/\(relative)" }

  /// Writes a file whose name is raw bytes.
  func write(_ name: [UInt8], _ content: [UInt8] = [1], at offset: Int = 0) throws {
    let full = (Array("\(path)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
    let flags = O_WRONLY | O_CREAT | (offset == 0 ? O_TRUNC : 0)
    let descriptor = unsafe open(full, flags, 0o644)
    try check(descriptor)
    defer { close(descriptor) }
    try check(Int32(unsafe pwrite(descriptor, content, content.count, off_t(offset))))
  }

  func write(_ name: String, _ content: [UInt8] = [1], at offset: Int = 0) throws {
    try write(Array(name.utf8), content, at: offset)
  }

  /// Makes a file longer without using room on the disk.
  func extend(_ name: String, to size: Int) throws {
    try check(unsafe truncate(location(of: name), off_t(size)))
  }

  func makeDirectory(_ name: String) throws {
    try check(unsafe mkdir(location(of: name), 0o755))
  }

  func setMode(_ name: String, _ mode: mode_t) throws {
    try check(unsafe chmod(location(of: name), mode))
  }

  func makePipe(_ name: String) throws { try check(unsafe mkfifo(location(of: name), 0o644)) }

  func link(_ name: String, to target: String) throws {
    try check(unsafe symlink(target, location(of: name)))
  }

  func hardLink(_ name: String, to target: String) throws {
    try check(unsafe Self.systemLink(location(of: target), location(of: name)))
  }

  func move(_ name: String, to other: String) throws {
    try check(unsafe rename(location(of: name), location(of: other)))
  }

  func delete(_ name: String) throws { try check(unsafe remove(location(of: name))) }

  /// Sets the modification time.
  func touch(_ name: String, seconds: Int, nanoseconds: Int = 0) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    try check(unsafe utimensat(AT_FDCWD, location(of: name), [time, time], 0))
  }

  /// Makes directories inside each other, longer than any path may be, and a file in the last.
  func makeDeepFile(_ name: String, below part: String, depth: Int) throws {
    var current = unsafe open(path, O_RDONLY)
    for _ in 0..<depth {
      try check(unsafe mkdirat(current, part, 0o755))
      let next = unsafe openat(current, part, O_RDONLY)
      close(current)
      current = next
    }
    let file = unsafe openat(current, name, O_CREAT | O_WRONLY, 0o644)
    try check(file)
    close(file)
    close(current)
  }

  var configuration: SourceConfiguration {
    SourceConfiguration(kind: "local", rootPath: Array(path.utf8))
  }

  func connect() async throws(SourceError) -> any SourceSession {
    try await LocalAdapter().connect(configuration, credential: nil)
  }

  private static func systemLink(
    _ old: UnsafePointer<CChar>,
    _ new: UnsafePointer<CChar>
  ) -> Int32 {
    #if canImport(Darwin)
    unsafe Darwin.link(old, new)
    #else
    unsafe Glibc.link(old, new)
    #endif
  }

  private func check(_ result: Int32) throws {
    guard result >= 0 else { throw CallFailed(code: errno) }
  }

  struct CallFailed: Error {
    let code: Int32
  }
}

extension SourceSession {
  /// The names of a directory as text.
  func names(_ path: SourcePath = .root) async throws -> [String] {
    try await listAll(path).names
  }
}
