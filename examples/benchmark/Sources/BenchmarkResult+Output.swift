import Foundation

extension BenchmarkResult {
  /// One object, with every measurement.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Tables for people.
  func table() -> String {
    (trees.map(Self.figures) + [judgement()]).joined(separator: "\n")
  }

  private static func figures(_ tree: TreeFigures) -> String {
    let rows: [(String, (Round) -> Usage)] = [
      ("find -printf", \.limits.find),
      ("walk in C", \.limits.walk),
      ("walk in C, two threads", \.limits.walkOnTwoThreads),
      ("SQLite work, first scan", \.limits.sqliteFirst),
      ("SQLite work, unchanged", \.limits.sqliteUnchanged),
      ("scan-local: first scan", \.first.usage),
      ("  then names → films, series", \.browsable.names),
      ("  then NFO, pictures, subtitles", \.browsable.sidecars),
      ("  then search", \.browsable.search),
      ("  published → browsable", \.browsable.all),
      ("scan-local: unchanged", \.unchanged.usage),
      ("scan-local: two changes", \.twoChanges.usage),
    ]
    let head = "\(tree.files) files, medians of \(tree.rounds.count)"
    var lines = [cells(head, "wall s", "CPU s", "written MiB", "peak MiB")]
    for (name, usage) in rows {
      let peak = tree.median { usage($0).peakMebibytes }
      lines.append(
        cells(
          "  \(name)",
          decimals(tree.median { usage($0).wall }),
          decimals(tree.median { usage($0).cpu }),
          peak > 0 ? decimals(tree.median { usage($0).writtenMebibytes }) : "",
          peak > 0 ? decimals(peak, 1) : ""
        )
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func judgement() -> String {
    var lines: [String] = []
    if verdicts.isEmpty {
      lines.append("Speed is not judged on fewer than \(Target.leastFiles) files.")
    } else {
      lines.append(Self.cells("target", "files", "is", "at most", ""))
    }
    for verdict in verdicts {
      let state = verdict.isMet ? "" : verdict.isMissed ? "MISSED" : "within the tolerance"
      lines.append(
        Self.cells(
          "  \(verdict.title)",
          "\(verdict.files)",
          "\(Self.decimals(verdict.value, 2)) \(verdict.unit.rawValue)",
          "\(Self.decimals(verdict.bar, 1)) \(verdict.unit.rawValue)",
          state
        )
      )
    }
    return (lines + wrongAnswers.map { "WRONG: \($0)" }).joined(separator: "\n")
  }

  private static func cells(_ name: String, _ rest: String...) -> String {
    let padding = String(repeating: " ", count: max(0, 40 - name.count))
    return name + padding
      + rest.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
  }

  private static func decimals(_ value: Double, _ digits: Int = 3) -> String {
    String(format: "%.\(digits)f", value)
  }
}
