import KinoCommand

/// A table of several columns, for people.
struct Columns {
  /// On which side of its column a text stands.
  enum Side { case left, right }

  private let heads: [(title: String, side: Side)]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  init(_ heads: [(title: String, side: Side)]) {
    self.heads = heads
  }

  /// Appends a row, one text a column.
  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// The titles and the rows, each column as wide as its widest text.
  var text: String {
    let all = [heads.map(\.title)] + rows
    let widths = heads.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
    return all.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - Self.width(text))
        line += heads[column].side == .right ? space + text : text + space
        line += "  "
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + $1.columns }
  }
}
