import KinoCore
import KinoSQL

/// Finds paths of directories by climbing to the root; keeps those it has found.
///
/// A directory that is only staged is looked up among the added ones of a run (``ScratchTables``)
/// when the resolver was made for that.
struct PathResolver: ~Copyable {
  private let published: Statement
  private let staged: Statement?
  private var known: [Int64: SourcePath] = [:]

  /// Prepares the look-ups.
  ///
  /// With `includesAdded` the scratch table of added directories must be filled; it is asked first.
  init(
    includesAdded: Bool = false,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let published = try connection.prepare(Self.publishedSQL)
    let staged = includesAdded ? try connection.prepare(Self.stagedSQL) : nil
    self.published = published
    self.staged = staged
  }

  /// The path of a directory; `nil` when an ancestor is unknown.
  mutating func path(of id: DirectoryID) throws(SQLiteError) -> SourcePath? {
    var pending: [(id: Int64, name: PathComponent)] = []
    var current = id.rawValue
    var path: SourcePath?
    while path == nil {
      if let found = known[current] {
        path = found
      } else if let step = try step(from: current), pending.count < Self.depthLimit {
        guard let parent = step.parent else {
          known[current] = .root
          continue
        }
        pending.append((current, step.name))
        current = parent
      } else {
        return nil
      }
    }
    guard var result = path else { return nil }
    for (id, name) in pending.reversed() {
      result = result.appending(name)
      known[id] = result
    }
    return result
  }

  private func step(from id: Int64) throws(SQLiteError) -> (parent: Int64?, name: PathComponent)? {
    if staged != nil, let found = try step(from: id, in: .staged) { return found }
    return try step(from: id, in: .published)
  }

  private enum Place { case staged, published }

  private func step(
    from id: Int64,
    in place: Place
  ) throws(SQLiteError) -> (parent: Int64?, name: PathComponent)? {
    switch place {
    case .published:
      published.bind(1, id)
      return try published.first { ($0.optionalInt64(0), PathComponent(trusted: $0.bytes(1))) }
    case .staged:
      staged?.bind(1, id)
      return try staged?.first { ($0.optionalInt64(0), PathComponent(trusted: $0.bytes(1))) }
    }
  }

  /// More than any source may nest; ends a climb through damaged rows.
  private static let depthLimit = 4096

  private static let publishedSQL = "SELECT parent_id, name FROM source_directory WHERE id = ?1"
  private static let stagedSQL = """
    SELECT directory_id, name FROM temp.kino_added WHERE item_id = ?1 AND item_kind = 'directory'
    """
}
