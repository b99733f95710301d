import KinoCore
import KinoSQL

/// How many staged rows there are of each sort, and which directories they touch.
///
/// One pass in the order of staging; finalize runs a statement only where there is something.
struct StagingTally {
  struct Key: Hashable {
    var kind: ItemKind
    var change: StagedDifference.Change
    var resolution: Resolution?
  }

  private var counts: [Key: Int] = [:]
  /// Directories in which something changed, each once and in no order.
  private(set) var touched: [Int64] = []

  init(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    var last: Int64?
    var current: (key: Key, count: Int)?
    try connection.query(Self.sql) {
      $0.bind(1, run.rawValue)
    } _: { row in
      let directory = row.int64(2)
      if directory != last {
        touched.append(directory)
        last = directory
      }
      guard let key = Key(row) else { return }
      if current?.key == key {
        current?.count += 1
      } else {
        if let (key, count) = current { counts[key, default: 0] += count }
        current = (key, 1)
      }
    }
    if let (key, count) = current { counts[key, default: 0] += count }
    if touched.count > 1 { removeRepetitions() }
  }

  /// Rows of one sort that no resolution explains.
  func count(_ kind: ItemKind, _ change: StagedDifference.Change) -> Int {
    counts[Key(kind: kind, change: change, resolution: nil)] ?? 0
  }

  /// Added rows with one of these resolutions.
  func count(_ kind: ItemKind, resolvedAs test: (Resolution) -> Bool) -> Int {
    counts.reduce(0) { sum, entry in
      guard entry.key.kind == kind, entry.key.change == .added,
        let resolution = entry.key.resolution,
        test(resolution)
      else { return sum }
      return sum + entry.value
    }
  }

  /// Rows of these changes in any of the three kinds, resolved or not.
  func count(of changes: Set<StagedDifference.Change>) -> Int {
    counts.reduce(0) { changes.contains($1.key.change) ? $0 + $1.value : $0 }
  }

  /// Whether processing has resolved anything before.
  var hasResolutions: Bool { counts.keys.contains { $0.resolution != nil } }

  /// Whether anything is gone or excluded.
  var hasLosses: Bool { count(of: [.absent, .excluded]) > 0 }

  /// Whether a directory was renamed.
  var hasRenames: Bool { count(.directory) { _ in true } > 0 }

  private mutating func removeRepetitions() {
    touched.sort()
    var kept = 0
    for index in 1..<touched.count where touched[index] != touched[kept] {
      kept += 1
      touched[kept] = touched[index]
    }
    touched.removeSubrange((kept + 1)...)
  }

  private static let sql = """
    SELECT item_kind, change, directory_id, resolution FROM scan_discovery WHERE run_id = ?1
    """
}

extension StagingTally.Key {
  /// Reads kind, change and resolution; `nil` for what a newer version may have staged.
  fileprivate init?(_ row: borrowing Row) {
    guard let kind = row.withText(0, { ItemKind(staged: $0) }),
      let change = row.withText(1, { StagedDifference.Change(staged: $0) })
    else { return nil }
    self.kind = kind
    self.change = change
    resolution = row.isNull(3) ? nil : Resolution(rawValue: row.text(3))
  }
}

extension ItemKind {
  /// Tells the kind by the first letter of its name, without making a string.
  init?(staged text: Span<UInt8>) {
    guard !text.isEmpty else { return nil }
    switch text[0] {
    case UInt8(ascii: "v"): self = .video
    case UInt8(ascii: "s"): self = .sidecar
    case UInt8(ascii: "d"): self = .directory
    default: return nil
    }
  }
}

extension StagedDifference.Change {
  /// Tells the change by two letters of its name, without making a string.
  init?(staged text: Span<UInt8>) {
    guard text.count > 1 else { return nil }
    switch (text[0], text[1]) {
    case (UInt8(ascii: "a"), UInt8(ascii: "d")): self = .added
    case (UInt8(ascii: "a"), UInt8(ascii: "b")): self = .absent
    case (UInt8(ascii: "c"), _): self = .changed
    case (UInt8(ascii: "t"), _): self = .touched
    case (UInt8(ascii: "r"), _): self = .returned
    case (UInt8(ascii: "e"), _): self = .excluded
    case (UInt8(ascii: "i"), _): self = .included
    default: return nil
    }
  }
}
