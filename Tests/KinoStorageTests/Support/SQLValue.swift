import KinoSQL

/// A value for a placeholder, written as a literal in tests.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(nilLiteral: ()) { self = .null }
}

extension Statement {
  func bind(_ values: [SQLValue]) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: bindNull(place)
      case .integer(let integer): bind(place, integer)
      case .text(let text): bind(place, text)
      case .blob(let bytes): bind(place, bytes)
      }
    }
  }
}

extension Row {
  /// Any column as text: enough to compare rows.
  func display(_ column: Int32) -> String {
    isNull(column) ? "NULL" : text(column)
  }
}
