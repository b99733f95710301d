import KinoCommand
import KinoCore
import KinoNaming

/// A parsed name as `kino parse` shows it.
enum ParsedNameReport {
  /// The table without rows.
  static var columns: Columns {
    Columns([
      ("kind", .left), ("title", .left), ("year", .right), ("season", .right),
      ("episodes", .right), ("release", .left), ("group", .left), ("path", .left),
    ])
  }

  /// A row of the table.
  static func cells(_ row: NameRows.Row, _ name: ParsedName) -> [String] {
    let release = [
      name.edition?.value.description, name.resolution?.value.description,
      name.source?.value.rawValue, name.videoCodec?.value.rawValue,
    ].compactMap(\.self).joined(separator: " ")
    return [
      name.extra.map { "\(name.kind.rawValue): \($0.value.rawValue)" } ?? name.kind.rawValue,
      shown(name.title?.value), name.year.map { "\($0.value)" } ?? "", seasons(name),
      episodes(name), release, shown(name.releaseGroup?.value), row.path.displayText,
    ]
  }

  private static func shown(_ text: String?) -> String { Array((text ?? "").utf8).displayText }

  private static func seasons(_ name: ParsedName) -> String {
    ranges(name.seasons?.value ?? name.season.map { [$0.value] } ?? [])
  }

  private static func episodes(_ name: ParsedName) -> String {
    if let date = name.date { return date.value.description }
    return ranges(name.episodes?.value ?? name.absolute.map { [$0.value] } ?? [])
  }

  /// Ascending numbers with their runs drawn together: `1-3, 5`.
  private static func ranges(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }

  /// An object of everything that was found.
  static func json(_ row: NameRows.Row, _ name: ParsedName) -> JSON {
    var members: [(String, JSON)] = row.id.map { [("id", .string($0))] } ?? []
    members += JSON.text(row.path, named: "path")
    members.append(("parser", .integer(Int64(NameParser.version))))
    members.append(("kind", .string(name.kind.rawValue)))
    members.append(("confidence", .string(name.confidence.rawValue)))
    let fields = fields(of: name)
    members += fields.map { ($0.name, $0.value) }
    members.append(("evidence", .object(fields.map { ($0.name, evidence($0.evidence)) })))
    return .object(members)
  }

  private static func evidence(_ all: [Evidence]) -> JSON {
    let objects = all.map { evidence in
      JSON.object([
        ("rule", .string(evidence.rule.rawValue)),
        ("start", .integer(Int64(evidence.range.lowerBound))),
        ("end", .integer(Int64(evidence.range.upperBound))),
      ])
    }
    return objects.count == 1 ? objects[0] : .array(objects)
  }
}
