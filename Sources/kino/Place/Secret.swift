import KinoCommand
import KinoCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where the secret that opens a place comes from; the environment is not asked.
enum Secret {
  /// The options that name where.
  static let options = [
    CommandOption("--password-stdin", "Read the secret from the first line of standard input."),
    CommandOption(
      "--credential-file",
      value: "FILE",
      "Read the secret from the first line of FILE, which only its owner may read."
    ),
  ]

  /// Reads the credential that opens a place.
  ///
  /// - Parameters:
  ///   - place: The place; with a user the secret is a password, without one a bearer token.
  ///   - arguments: The command's options.
  /// - Returns: The credential; `nil` where none is named.
  /// - Throws: `UsageError` for options that contradict each other, and for a secret that cannot be
  ///   read or that others can read, too.
  static func credential(
    for place: Place,
    _ arguments: Arguments
  ) throws(UsageError) -> SourceCredential? {
    guard let line = try line(arguments) else {
      guard place.user == nil else {
        throw UsageError("a user needs a password: use --password-stdin or --credential-file")
      }
      return nil
    }
    guard place.configuration.kind != "local" else {
      throw UsageError("a folder of this machine is opened without a secret")
    }
    guard let user = place.user else { return SourceCredential(.bearer(token: line)) }
    return SourceCredential(.password(user: user, password: line))
  }

  private static func line(_ arguments: Arguments) throws(UsageError) -> String? {
    let file = arguments.value("--credential-file")
    guard arguments.has("--password-stdin") else {
      guard let file else { return nil }
      return try firstLine(ofFile: file)
    }
    guard file == nil else {
      throw UsageError("--password-stdin and --credential-file exclude each other")
    }
    guard isatty(STDIN_FILENO) == 0 else {
      throw UsageError("--password-stdin reads no terminal, which would show it: use a pipe")
    }
    return try firstLine(of: STDIN_FILENO, named: "standard input")
  }

  private static func firstLine(ofFile path: String) throws(UsageError) -> String {
    let name = Array(path.utf8).displayText
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw UsageError("\(name) cannot be opened: \(unsafe String(cString: strerror(errno)))")
    }
    defer { close(file) }
    // Asked of the open file: its name may lead elsewhere by now.
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw UsageError("\(name) is no file")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw UsageError("others than its owner may use \(name): run chmod 600 on it first")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw UsageError("\(name) belongs to another user")
    }
    return try firstLine(of: file, named: name)
  }

  /// Reads up to the first line feed, byte by byte, so that what follows is left to others.
  private static func firstLine(of file: Int32, named name: String) throws(UsageError) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count <= limit {
      let count = unsafe read(file, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw UsageError("\(name) cannot be read: \(unsafe String(cString: strerror(errno)))")
      }
      if count == 0 || byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard !line.isEmpty, line.count <= limit else {
      throw UsageError("the first line of \(name) is empty, or too long for a secret")
    }
    guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
      throw UsageError("the first line of \(name) is no text in UTF-8")
    }
    return text
  }

  private static let limit = 16 << 10
}
