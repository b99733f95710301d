/// The paths that `kino parse` works on: its arguments, or the lines of standard input.
struct NameRows {
  /// One path, and the identifier that its row gave it.
  struct Row {
    var path: [UInt8]
    var id: String?
  }

  private var paths: ArraySlice<[UInt8]>
  private let readsInput: Bool

  /// Takes paths; none of them stands for standard input.
  init(_ paths: [[UInt8]]) {
    self.paths = paths[...]
    readsInput = paths.isEmpty
  }

  /// The next row; empty lines are passed over.
  mutating func next() -> Row? {
    guard readsInput else { return paths.popFirst().map { Row(path: $0) } }
    while let line = readLine() {
      if line.isEmpty { continue }
      return Self.row(line)
    }
    return nil
  }

  /// A line that is an object with a path gives that; any other line is a path.
  private static func row(_ line: String) -> Row {
    if line.utf8.first == UInt8(ascii: "{"), let members = FlatObject(line)?.strings,
      let path = members["path"]
    {
      return Row(path: Array(path.utf8), id: members["id"])
    }
    return Row(path: Array(line.utf8))
  }
}
