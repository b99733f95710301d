import KinoCommand
import KinoCore
import Kinothek

/// A film or series as people read it.
struct DetailsText {
  /// Whether rules are named beside what they read.
  let showsRules: Bool

  /// Head, files, seasons and extras.
  func text(of details: TitleDetails) -> String {
    var parts = [head(of: details)]
    if !details.files.isEmpty { parts.append(table([("", details.files)])) }
    for season in details.seasons { parts.append(text(of: season)) }
    if !details.extras.isEmpty {
      let rows = details.extras.map { (label: $0.label ?? "extra", files: $0.files) }
      parts.append("Extras\n" + table(rows))
    }
    return parts.joined(separator: "\n\n")
  }

  private func head(of details: TitleDetails) -> String {
    let title = details.title
    var lines = [
      Array(title.title.utf8).displayText + (title.year.map { " (\($0))" } ?? "")
        + ", \(title.kind.rawValue)"
    ]
    lines.append("  id       \(title.uid)")
    if !details.ids.isEmpty {
      let ids = details.ids.map { "\($0.provider):\($0.value)" }
      lines.append("  ids      " + ids.joined(separator: "  "))
    }
    lines.append("  match    \(details.matchState)")
    if !details.locked.isEmpty {
      lines.append("  locked   " + details.locked.map(\.rawValue).sorted().joined(separator: ", "))
    }
    lines.append("  added    \(details.addedAt.text)")
    if title.kind == .series {
      let counts =
        "\(Table.grouped(title.seasons)) seasons, \(Table.grouped(title.episodes)) episodes"
      lines.append("  holds    \(counts)")
    }
    return lines.joined(separator: "\n")
  }

  private func text(of season: SeasonDetails) -> String {
    let name =
      switch season.number {
      case .none: "Without a season"
      case .some(0): "Specials"
      case .some(let number): "Season \(number)"
      }
    let whole = season.files.isEmpty ? [] : [(label: "all", files: season.files)]
    let episodes = season.episodes.map { episode in
      (label: episode.number.map(String.init) ?? episode.label ?? "", files: episode.files)
    }
    return "\(name) (\(season.episodes.count))\n" + table(whole + episodes)
  }

  private func table(_ rows: [(label: String, files: [BoundFile])]) -> String {
    var columns = Columns([
      ("", .right), ("shows", .left), ("version", .left), ("size", .right), ("reason", .left),
      ("subtitles", .left), ("file", .left),
    ])
    for row in rows {
      for file in row.files {
        columns.add([
          row.label, Self.role(of: file), Array((file.label ?? "").utf8).displayText,
          file.size.map { Table.grouped(Int($0)) } ?? "", reason(of: file), subtitles(of: file),
          file.location.path.displayText
            + (file.availability == "present" ? "" : " (\(file.availability))"),
        ])
      }
    }
    return columns.text
  }

  private static func role(of file: BoundFile) -> String {
    file.role == "part" ? "part \(file.position)" : file.role
  }

  private func reason(of file: BoundFile) -> String {
    let method = file.method + (file.isLocked ? "*" : "")
    guard file.method == "name" else { return method }
    let pieces = file.evidence.map { piece in
      "\(piece.field) “\(piece.text)”" + (showsRules ? " by \(piece.rule)" : "")
    }
    return pieces.isEmpty ? method : "\(method): " + pieces.joined(separator: ", ")
  }

  private func subtitles(of file: BoundFile) -> String {
    file.sidecars.filter { $0.kind == "subtitle" }.map { sidecar in
      ([sidecar.language ?? "?"] + sidecar.tags).joined(separator: " ")
    }.joined(separator: ", ")
  }
}
