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
  /// What the rows of each stretch of one directory amount to.
  private(set) var directories: [TouchedDirectory] = []

  init(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    let resolved = try connection.int64(Self.resolvedSQL) { $0.bind(1, run.rawValue) }
    let hasResolutions = resolved != 0
    var current: (key: Key, count: Int)?
    let sql = hasResolutions ? Self.resolutionsSQL : Self.plainSQL
    try connection.query(sql) {
      $0.bind(1, run.rawValue)
    } _: { row in
      guard let key = Key(row, hasResolutions: hasResolutions) else { return }
      touch(row.int64(2), key)
      if current?.key == key {
        current?.count += 1
      } else {
        if let (key, count) = current { counts[key, default: 0] += count }
        current = (key, 1)
      }
    }
    if let (key, count) = current { counts[key, default: 0] += count }
  }

  private mutating func touch(_ directory: Int64, _ key: Key) {
    if directories.last?.id != directory { directories.append(TouchedDirectory(id: directory)) }
    directories[directories.count - 1].add(key)
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

  /// Whether anything is gone or excluded.
  var hasLosses: Bool { count(of: [.absent, .excluded]) > 0 }

  /// Whether a directory was renamed.
  var hasRenames: Bool { count(.directory) { _ in true } > 0 }

  private static let resolvedSQL = "SELECT moved_count FROM scan_run WHERE id = ?1"
  private static let plainSQL =
    "SELECT item_kind, change, directory_id FROM scan_discovery WHERE run_id = ?1"
  private static let resolutionsSQL = """
    SELECT item_kind, change, directory_id, resolution FROM scan_discovery WHERE run_id = ?1
    """
}

/// A directory in which something changed.
struct TouchedDirectory {
  var id: Int64
  var addedDirectories: Int32 = 0
  var addedItems: Int32 = 0
  /// Whether something else than additions happened: then what it holds must be counted anew.
  var hasOthers = false

  init(id: Int64) { self.id = id }

  mutating func add(_ key: StagingTally.Key) {
    if key.change != .added || key.resolution != nil {
      hasOthers = true
    } else if key.kind == .directory {
      addedDirectories += 1
    } else {
      addedItems += 1
    }
  }
}

extension StagingTally.Key {
  /// Reads kind, change and resolution; `nil` for what a newer version may have staged.
  fileprivate init?(_ row: borrowing Row, hasResolutions: Bool) {
    guard let kind = row.withText(0, { ItemKind(staged: $0) }),
      let change = row.withText(1, { StagedDifference.Change(staged: $0) })
    else { return nil }
    self.kind = kind
    self.change = change
    resolution =
      !hasResolutions || row.isNull(3) ? nil : Resolution(rawValue: row.text(3))
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
