#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The lines of a file that is open, as the bytes that they are: names need not be text.
struct InputLines {
  private let file: Int32
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false

  private static let chunk = 64 << 10

  /// Reads on from where the file is; it is not closed.
  init(_ file: Int32 = STDIN_FILENO) {
    self.file = file
  }

  /// The next line without its line feed; `nil` behind the last, or where reading fails.
  mutating func next() -> [UInt8]? {
    var searched = place
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { place = end + 1 }
        return Self.line(buffer[place..<end])
      }
      guard !isAtEnd else { break }
      buffer.removeSubrange(..<place)
      place = 0
      searched = buffer.count
      fill()
    }
    guard place < buffer.count else { return nil }
    defer { place = buffer.count }
    return Self.line(buffer[place...])
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
  }

  private mutating func fill() {
    var chunk = [UInt8](repeating: 0, count: Self.chunk)
    var count = unsafe read(file, &chunk, Self.chunk)
    while count < 0, errno == EINTR { count = unsafe read(file, &chunk, Self.chunk) }
    isAtEnd = count <= 0
    if count > 0 { buffer += chunk[..<count] }
  }
}
