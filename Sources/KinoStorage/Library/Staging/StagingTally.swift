import KinoCore
import KinoSQL

/// How many staged rows there are of each sort, and which directories they touch.
///
/// One pass in the order of staging; finalize runs a statement only where there is something.
struct StagingTally {
  /// Counts by kind, change and resolution; ``index(_:_:_:)`` says where.
  private var counts = [Int](repeating: 0, count: 3 * changeCount * resolutionCount)
  /// What the rows of each stretch of one directory amount to.
  private(set) var directories: [TouchedDirectory] = []
  /// Added items that are packed; ``count(_:_:)`` counts them, too.
  private(set) var packed = AddedItems.Counts()
  /// Listings with rows of their own; the ids are those that were staged, renames not translated.
  private(set) var listings: [(directory: Int64, listing: StagedListing)] = []

  init(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    let resolved = try connection.int64(Self.resolvedSQL) { $0.bind(1, run.rawValue) }
    let hasResolutions = resolved != 0
    var current = TouchedDirectory(id: .min)
    let sql = hasResolutions ? Self.resolutionsSQL : Self.plainSQL
    try connection.query(sql) {
      $0.bind(1, run.rawValue)
    } _: { row in
      let directory = row.int64(0)
      if directory != current.id {
        if current.id != .min { directories.append(current) }
        current = TouchedDirectory(id: directory)
      }
      if !row.isNull(1) {
        current.addedItems += add(row.withBytes(1) { AddedItems.Counts($0) })
        current.listing = row.withBytes(1) { AddedItems.listing(in: $0) } ?? current.listing
        return
      }
      guard let kind = row.withText(2, { ItemKind(staged: $0) }) else {
        if let listing = row.withBytes(4, { StagedListing($0) }) {
          listings.append((directory, listing))
        }
        return
      }
      guard let change = row.withText(3, { StagedDifference.Change(staged: $0) }) else { return }
      let resolution =
        !hasResolutions || row.isNull(5) ? nil : Resolution(rawValue: row.text(5))
      counts[Self.index(kind, change, resolution)] += 1
      current.add(kind, isPlainAddition: change == .added && resolution == nil)
    }
    if current.id != .min { directories.append(current) }
  }

  /// Counts packed items; returns how many there are.
  private mutating func add(_ items: AddedItems.Counts) -> Int32 {
    packed.videos += items.videos
    packed.sidecars += items.sidecars
    counts[Self.index(.video, .added, nil)] += items.videos
    counts[Self.index(.sidecar, .added, nil)] += items.sidecars
    return Int32(clamping: items.total)
  }

  /// Rows of one sort that no resolution explains.
  func count(_ kind: ItemKind, _ change: StagedDifference.Change) -> Int {
    counts[Self.index(kind, change, nil)]
  }

  /// Added rows with one of these resolutions.
  func count(_ kind: ItemKind, resolvedAs test: (Resolution) -> Bool) -> Int {
    Resolution.allCases.reduce(0) { sum, resolution in
      test(resolution) ? sum + counts[Self.index(kind, .added, resolution)] : sum
    }
  }

  /// Rows of these changes in any of the three kinds, resolved or not.
  func count(of changes: Set<StagedDifference.Change>) -> Int {
    let resolutions = [nil] + Resolution.allCases.map(Optional.some)
    return changes.reduce(0) { sum, change in
      [ItemKind.directory, .video, .sidecar].reduce(sum) { sum, kind in
        resolutions.reduce(sum) { $0 + counts[Self.index(kind, change, $1)] }
      }
    }
  }

  /// Whether anything is gone or excluded.
  var hasLosses: Bool { count(of: [.absent, .excluded]) > 0 }

  /// Whether a directory was renamed.
  var hasRenames: Bool { count(.directory) { _ in true } > 0 }

  private static let changeCount = 7
  private static let resolutionCount = 1 + Resolution.allCases.count

  private static func index(
    _ kind: ItemKind,
    _ change: StagedDifference.Change,
    _ resolution: Resolution?
  ) -> Int {
    let place = resolution.map { 1 + $0.place } ?? 0
    return (kind.place * changeCount + change.place) * resolutionCount + place
  }

  private static let resolvedSQL = "SELECT moved_count FROM scan_run WHERE id = ?1"
  private static let plainSQL = "\(select) FROM scan_discovery WHERE run_id = ?1"
  private static let resolutionsSQL =
    "\(select), resolution FROM scan_discovery WHERE run_id = ?1"
  private static let select = "SELECT directory_id, content, item_kind, change, etag"
}

/// A directory in which something changed.
struct TouchedDirectory {
  var id: Int64
  var addedDirectories: Int32 = 0
  var addedItems: Int32 = 0
  /// Whether something else than additions happened: then what it holds must be counted anew.
  var hasOthers = false
  /// The listing that the packed items among the additions came with.
  var listing: StagedListing?

  init(id: Int64) { self.id = id }

  mutating func add(_ kind: ItemKind, isPlainAddition: Bool) {
    if !isPlainAddition {
      hasOthers = true
    } else if kind == .directory {
      addedDirectories += 1
    } else {
      addedItems += 1
    }
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

extension ItemKind {
  fileprivate var place: Int {
    switch self {
    case .directory: 0
    case .video: 1
    case .sidecar: 2
    }
  }
}

extension StagedDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .added: 0
    case .changed: 1
    case .touched: 2
    case .returned: 3
    case .absent: 4
    case .excluded: 5
    case .included: 6
    }
  }
}

extension Resolution {
  fileprivate var place: Int {
    switch self {
    case .moved: 0
    case .movedChanged: 1
    case .restored: 2
    case .restoredChanged: 3
    case .dropped: 4
    }
  }
}
