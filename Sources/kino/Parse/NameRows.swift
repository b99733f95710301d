/// The paths that `kino parse` works on: its arguments, or the lines of standard input.
struct NameRows {
  /// One path, and the identifier that its row gave it.
  struct Row {
    var path: [UInt8]
    var id: String?
  }

  private var paths: ArraySlice<[UInt8]>
  private var lines: InputLines?

  /// Takes paths; none of them stands for standard input.
  init(_ paths: [[UInt8]]) {
    self.paths = paths[...]
    lines = paths.isEmpty ? InputLines() : nil
  }

  /// The next row; empty lines are passed over.
  mutating func next() -> Row? {
    guard lines != nil else { return paths.popFirst().map { Row(path: $0) } }
    while let line = lines?.next() {
      if line.isEmpty { continue }
      return Self.row(line)
    }
    return nil
  }

  /// A line that is an object with a path gives that; any other line is a path, byte for byte.
  ///
  /// Of `path` and `path_bytes`, as `kino list` prints them, the bytes are the path.
  static func row(_ line: [UInt8]) -> Row {
    if line.first == UInt8(ascii: "{"),
      let members = FlatObject(String(decoding: line, as: UTF8.self))?.strings,
      let path = members["path_bytes"].flatMap(bytes) ?? members["path"].map({ Array($0.utf8) })
    {
      return Row(path: path, id: members["id"])
    }
    return Row(path: line)
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place..<place + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
