/// Rows of a label and a value, for people.
package struct Table {
  private var rows: [(label: String, value: String)] = []

  /// A table without rows.
  package init() {}

  /// Appends a row.
  package mutating func add(_ label: String, _ value: String) {
    rows.append((label, value))
  }

  /// Appends a row with a number, its thousands apart.
  package mutating func add(_ label: String, _ value: Int) {
    add(label, Self.grouped(value))
  }

  /// The rows, labels to the left and values to the right.
  package var text: String {
    let labelWidth = rows.map(\.label.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    return rows.map { row in
      let left = row.label + String(repeating: " ", count: labelWidth - row.label.count)
      let right = String(repeating: " ", count: valueWidth - row.value.count) + row.value
      return "  \(left)  \(right)"
    }.joined(separator: "\n")
  }

  /// A number with its thousands apart: `1,234,567`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits[max(0, end - 3)..<end])
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  /// A size in the unit that suits it: `12.3 MiB`.
  package static func size(_ bytes: Int64) -> String {
    guard bytes >= 1024 else { return "\(bytes) B" }
    var value = Double(bytes)
    var unit = "B"
    for next in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 {
      value /= 1024
      unit = next
    }
    return "\(tenths(value)) \(unit)"
  }

  /// A time in seconds with three decimals: `0.123 s`.
  package static func time(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(grouped(milliseconds / 1000)).\(zeros)\(fraction) s"
  }

  private static func tenths(_ value: Double) -> String {
    let scaled = Int((value * 10).rounded())
    return "\(grouped(scaled / 10)).\(scaled % 10)"
  }
}
