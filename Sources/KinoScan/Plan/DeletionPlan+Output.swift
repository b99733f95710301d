import KinoCore

extension DeletionPlan {
  /// One line of the plan as a table.
  public struct Line: Hashable, Sendable {
    /// What is counted, as ``DeletionPlan`` names it: stable.
    public var key: String
    /// What is counted, for people.
    public var label: String
    /// How many.
    public var count: Count
  }

  /// The counts in the order in which they are shown.
  public var lines: [Line] {
    let removed = verdict == .apply ? "go missing" : "absent, held back"
    let confirmed = confirmsHolds ? "held, absent again: go missing" : "held, absent again"
    return [
      Line(key: "added", label: "new", count: added),
      Line(key: "changed", label: "changed", count: changed),
      Line(key: "moved", label: "moved", count: moved),
      Line(key: "restored", label: "back again", count: restored),
      Line(key: "excluded", label: "left out by a rule", count: excluded),
      Line(key: "absent", label: removed, count: absent),
      Line(key: "suspect", label: "absent in suspect directories, held back", count: suspect),
      Line(key: "confirmable", label: confirmed, count: confirmable),
      Line(key: "stillHeld", label: "still held back", count: stillHeld),
    ]
  }
}

extension DeletionPlan: CustomStringConvertible {
  /// A table of what is not zero, the reason for holding, and the directories that lose most.
  public var description: String {
    let shown = lines.filter { $0.count != Count() }
    guard !shown.isEmpty else { return "nothing to publish" }
    let width = shown.map(\.label.count).max() ?? 0
    var rows = [Self.row("", "videos", "sidecars", width)]
    rows += shown.map { Self.row($0.label, "\($0.count.videos)", "\($0.count.sidecars)", width) }
    if let anomaly { rows.append("held back: \(anomaly)") }
    rows += largest.map { "  \($0.path): \($0.videos) videos, \($0.sidecars) sidecars" }
    return rows.joined(separator: "\n")
  }

  private static func row(
    _ label: String,
    _ videos: String,
    _ sidecars: String,
    _ width: Int
  ) -> String {
    let gap = String(repeating: " ", count: width - label.count)
    return label + gap + padded(videos) + padded(sidecars)
  }

  private static func padded(_ text: String) -> String {
    String(repeating: " ", count: max(1, 11 - text.count)) + text
  }
}

extension DeletionPlan: Encodable {
  private enum CodingKeys: String, CodingKey {
    case added, changed, moved, restored, excluded, absent, suspect, confirmable, stillHeld
    case coveredVideos, confirmsHolds, verdict, anomaly, largest
  }

  private struct Removal: Encodable {
    var path: String
    var videos: Int
    var sidecars: Int
  }

  /// Writes the counts under their names, the verdict as `apply` or `hold`, and paths as text for
  /// display, since JSON has no raw bytes.
  ///
  /// - Parameter encoder: Where to write.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for line in lines {
      guard let key = CodingKeys(rawValue: line.key) else { continue }
      try container.encode(line.count, forKey: key)
    }
    try container.encode(coveredVideos, forKey: .coveredVideos)
    try container.encode(confirmsHolds, forKey: .confirmsHolds)
    try container.encode(verdict == .apply ? "apply" : "hold", forKey: .verdict)
    try container.encode(anomaly, forKey: .anomaly)
    let removals = largest.map {
      Removal(path: $0.path.displayText, videos: $0.videos, sidecars: $0.sidecars)
    }
    try container.encode(removals, forKey: .largest)
  }
}
