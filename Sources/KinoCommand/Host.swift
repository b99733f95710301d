import CKinoHost
package import Kinothek

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a command asks of the system that it runs on.
package enum Host {
  /// The arguments after the command's name, in the bytes in which they came.
  ///
  /// `CommandLine` has none where `/proc` cannot be read, and a command without arguments may be
  /// quite another one.
  package static func rawArguments() -> [[UInt8]] {
    (1..<max(1, kino_argument_count())).compactMap { index in
      unsafe kino_argument(index).map { unsafe bytes(of: $0) }
    }
  }

  /// The folder of a command's library in the user's data directory (XDG Base Directory
  /// Specification).
  ///
  /// Without `HOME` the account's own home counts; `nil` when there is none at all.
  package static func defaultDatabase(of tool: String) -> String? {
    let base = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = (variable("HOME") ?? accountHome()).map { $0 + "/.local/share" }
    return (base ?? home).map { $0 + "/kinothek/\(tool)" }
  }

  /// The directory as the library remembers it: absolute, links resolved where it exists.
  package static func resolved(_ path: [UInt8]) -> [UInt8] {
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    if let resolved = unsafe realpath(terminated, nil) {
      defer { unsafe free(resolved) }
      return unsafe bytes(of: resolved)
    }
    guard path.first != UInt8(ascii: "/"), let current = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(current) }
    return unsafe bytes(of: current) + [UInt8(ascii: "/")] + path
  }

  /// A path from the root on, links left as they are.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(current) }
    return unsafe String(cString: current) + "/" + path
  }

  /// Prints a line that is seen at once, also by whoever reads a pipe.
  package static func printLine(_ line: String) {
    _ = hasPrinted(line)
  }

  /// Prints a line as ``printLine(_:)`` does; `false` when the system did not take it, as when the
  /// reader has gone.
  static func hasPrinted(_ line: String) -> Bool {
    print(line)
    return fflush(nil) == 0
  }

  /// Whether a path leads to a directory, through links too.
  package static func isDirectory(_ path: [UInt8]) -> Bool {
    var status = stat()
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe stat(terminated, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What lies at a path in a place, itself and not where it leads, and what marks its directories;
  /// `nil` where that cannot be told, as of a place that is not on this machine.
  package static func look(
    at path: SourcePath,
    in place: SourceConfiguration
  ) -> PathSight? {
    guard place.kind == "local" else { return nil }
    let root = place.rootPath + [UInt8(ascii: "/")]
    guard let kind = kind(at: root + path.bytes) else { return nil }
    var directories = [SourcePath.root]
    for name in path.components {
      directories.append(directories[directories.count - 1].appending(name))
    }
    let marked = directories.first { directory in
      [DirectoryMarker.nomedia, .ignore].contains { marker in
        Host.kind(at: root + directory.bytes + Array("/\(marker.rawValue)".utf8)) == .file
      }
    }
    return PathSight(kind: kind, markedDirectory: marked)
  }

  private static func kind(at path: [UInt8]) -> SourceEntry.Kind? {
    var status = stat()
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    guard unsafe lstat(terminated, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    case S_IFLNK: return .symlink
    default: return .other
    }
  }

  /// Makes freed large blocks go back to the system at once.
  ///
  /// Left alone, glibc keeps more of them with each one that is freed, and in each thread's own heap.
  package static func returnLargeMemory() {
    #if canImport(Glibc)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_ARENA_MAX, 2)
    #endif
  }

  /// Whether everything printed has reached its reader; complains where it has not, unless the reader
  /// wants no more.
  package static func wroteEverything(as tool: String) -> Bool {
    guard fflush(nil) != 0 else { return true }
    let code = errno
    if code != EPIPE {
      let reason = unsafe String(cString: strerror(code))
      complain("the output could not be written: \(reason)", as: tool)
    }
    return false
  }

  /// The length of a file; `nil` where there is none.
  package static func fileSize(_ path: String) -> Int64? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// What this process has written so far, as the kernel counts it (`wchar`, proc(5)).
  package static func bytesWritten() -> Int64? {
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
  package static func complain(_ text: String, as tool: String) {
    var bytes = Array("\(tool): \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, &bytes, bytes.count)
  }

  private static func accountHome() -> String? {
    guard let account = unsafe getpwuid(getuid()), let home = unsafe account.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }

  private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) }
  }

  /// A variable of the environment; `nil` when it is empty or not there.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
