import KinoCore
import KinoSQL

/// Puts paths together from directory rows, reading each directory once.
///
/// Made for one page of a result: it keeps every directory that it has read.
struct DirectoryPaths {
  private var known: [DirectoryID: SourcePath] = [:]

  /// The path of a name in a directory.
  mutating func path(
    of name: [UInt8],
    in directory: DirectoryID,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> SourcePath {
    let parent = try path(of: directory, connection)
    return SourcePath(trusted: parent.isRoot ? name : parent.bytes + [UInt8(ascii: "/")] + name)
  }

  /// The path of a directory, as far up as there are rows.
  mutating func path(
    of directory: DirectoryID,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> SourcePath {
    let statement = try connection.prepare(Self.directory)
    var pending: [(id: DirectoryID, name: [UInt8])] = []
    var next: DirectoryID? = directory
    var path = SourcePath.root
    // A row that is its own ancestor would be damage; a limit keeps it from holding us.
    while let id = next, pending.count < Self.depthLimit {
      if let found = known[id] {
        path = found
        break
      }
      statement.bind(1, id.rawValue)
      next =
        try statement.first { row in
          pending.append((id, row.bytes(1)))
          return row.optionalInt64(0).map { DirectoryID($0) }
        } ?? nil
    }
    for (id, name) in pending.reversed() {
      if !name.isEmpty {
        path = SourcePath(trusted: path.isRoot ? name : path.bytes + [UInt8(ascii: "/")] + name)
      }
      known[id] = path
    }
    return path
  }

  private static let depthLimit = 4096
  private static let directory = "SELECT parent_id, name FROM source_directory WHERE id = ?1"
}
