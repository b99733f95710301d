import KinoCore
import KinoSQL

/// Reads published directories one after the other, each with four statements that stay prepared; with
/// two, where a digest stands for the items.
///
/// Every statement reads one range of an index that begins with the directory; its predicate is the
/// index's own.
struct DirectoryReader: ~Copyable {
  private let source: SourceID
  private let own: Statement
  private let children: Statement
  private let files: Statement
  private let sidecars: Statement

  init(of source: SourceID, in connection: borrowing Connection) throws(SQLiteError) {
    let own = try connection.prepare(Self.ownSQL)
    let children = try connection.prepare(Self.childrenSQL)
    let files = try connection.prepare(Self.filesSQL)
    let sidecars = try connection.prepare(Self.sidecarsSQL)
    self.source = source
    self.own = own
    self.children = children
    self.files = files
    self.sidecars = sidecars
  }

  func read(_ id: DirectoryID, items: ItemExtent) throws(SQLiteError) -> PublishedDirectory {
    own.bind(1, id.rawValue)
    own.bind(2, source.rawValue)
    let found = try own.first { row in
      var directory = PublishedDirectory(
        id: id,
        stableID: row.stableID(0),
        isMountBoundary: row.bool(1),
        revision: row.int64(2)
      )
      if items == .undigested { directory.digest = row.withBytes(3) { ListingDigest($0) } }
      return directory
    }
    guard var directory = found else {
      return PublishedDirectory(id: id, stableID: nil, isMountBoundary: false, revision: 0)
    }
    try addChildren(to: &directory)
    guard directory.digest == nil else { return directory }
    try addItems(.video, from: files, to: &directory)
    try addItems(.sidecar, from: sidecars, to: &directory)
    return directory
  }

  private func addChildren(to directory: inout PublishedDirectory) throws(SQLiteError) {
    children.bind(1, directory.id.rawValue)
    var hasMissing = false
    try children.forEachRow { (row) -> Void in
      let child = PublishedDirectory.Child(
        id: DirectoryID(row.int64(0)),
        name: directory.appendName(row, 1),
        stableID: row.stableID(2),
        availability: row.availability(3),
        isMountBoundary: row.bool(4),
        revision: row.int64(5),
        itemCount: row.int64(6)
      )
      if child.availability == .missing { hasMissing = true }
      directory.directories.append(child)
    }
    if hasMissing { directory.dropShadowedChildren() }
  }

  private func addItems(
    _ kind: ItemKind,
    from statement: borrowing Statement,
    to directory: inout PublishedDirectory
  ) throws(SQLiteError) {
    statement.bind(1, directory.id.rawValue)
    try statement.forEachRow { (row) -> Void in
      let modifiedAt = row.timestamp(3)
      directory.items.append(
        PublishedDirectory.Item(
          kind: kind,
          id: row.int64(0),
          name: directory.appendName(row, 1),
          size: row.optionalInt64(2),
          modifiedAt: modifiedAt,
          stableID: row.stableID(6),
          etag: modifiedAt == nil ? row.optionalBytes(7) : nil,
          availability: row.availability(5),
          isHeld: !row.isNull(8),
          revision: row.int64(4)
        )
      )
    }
  }

  static let ownSQL = """
    SELECT stable_id, device_boundary, row_revision, listing_digest FROM source_directory
    WHERE id = ?1 AND source_id = ?2
    """
  static let childrenSQL = """
    SELECT id, name, stable_id, availability, device_boundary, row_revision, item_count
    FROM source_directory WHERE parent_id = ?1
    """
  static let filesSQL = itemsSQL(of: "media_file")
  static let sidecarsSQL = itemsSQL(of: "sidecar")

  private static func itemsSQL(of table: String) -> String {
    """
    SELECT id, name, size_bytes, modified_at_ms, row_revision, availability, stable_id, etag,
      hold_reason
    FROM \(table) WHERE directory_id = ?1 AND availability <> 'missing'
    """
  }
}

extension PublishedDirectory {
  /// Copies a name into the buffer and says where it lies.
  fileprivate mutating func appendName(_ row: borrowing Row, _ column: Int32) -> Range<Int> {
    let start = nameBytes.count
    row.withBytes(column) { nameBytes.append($0) }
    return start..<nameBytes.count
  }

  /// Drops missing sub-directories whose name another one has now, or that went missing earlier than
  /// another of the name.
  fileprivate mutating func dropShadowedChildren() {
    var best: [ArraySlice<UInt8>: Int] = [:]
    for (index, child) in directories.enumerated() {
      let name = nameBytes[child.name]
      if let other = best[name], directories[other].outranks(child) { continue }
      best[name] = index
    }
    guard best.count < directories.count else { return }
    directories = best.values.sorted().map { directories[$0] }
  }
}

extension PublishedDirectory.Child {
  fileprivate func outranks(_ other: Self) -> Bool {
    availability != .missing || other.availability == .missing && id > other.id
  }
}

extension Row {
  /// Reads an availability by its first letter; what a newer version may have stored counts as
  /// present, which never takes anything away.
  func availability(_ column: Int32) -> Availability {
    withText(column) { text in
      guard !text.isEmpty else { return .present }
      return switch text[0] {
      case UInt8(ascii: "m"): .missing
      case UInt8(ascii: "e"): .excluded
      default: .present
      }
    }
  }
}

extension [UInt8] {
  /// Appends bytes that are lent.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
