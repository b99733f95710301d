public import KinoCore
public import KinoScan
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// Says what the library knows of a path, and why it is, or is not, in it.
  ///
  /// - Parameters:
  ///   - path: A path in the source, with `/` between its names; a leading `/` is allowed.
  ///   - source: The source's identifier.
  /// - Returns: What is published at the path, and what the filter says about it.
  /// - Throws: `StorageError`: `notFound` for a removed source, or a path that cannot be one.
  public func explain(
    _ path: String,
    in source: Source.ID
  ) async throws(StorageError) -> PathExplanation {
    let names = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    guard let path = SourcePath(names) else {
      throw StorageError(.notFound, message: "\(path) cannot be a path in a source.")
    }
    return try await explain(path, in: source)
  }

  /// Says the same of a path whose names need not be text.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - source: The source's identifier.
  ///   - sight: What lies there now; `nil` when nobody has looked.
  /// - Returns: What is published at the path, and what the filter says about it.
  /// - Throws: `StorageError`: `notFound` for a removed source.
  package func explain(
    _ path: SourcePath,
    in source: Source.ID,
    as sight: PathSight? = nil
  ) async throws(StorageError) -> PathExplanation {
    let id = try await store.sources.find(source)
    let record = try await store.source(id)
    let facts = try await ExplainStore(database: database).facts(about: path, in: id)
    let filter = ScanFilter(record, folding: FoundationFolding()).explain(
      path,
      as: sight ?? PathSight(kind: facts.isDirectory ? .directory : .file)
    )
    return PathExplanation(path: path, facts: facts, filter: filter, isSeen: sight != nil)
  }
}

/// What a library knows of one path of a source.
public struct PathExplanation: Hashable, Sendable, CustomStringConvertible {
  /// The path that was asked about.
  public let path: SourcePath
  /// What the filter says about it.
  public let filter: FilterExplanation
  /// What is, or was, published there, one sentence each.
  public let published: [String]
  /// Whether `filter` takes the path for a file without that anybody has looked.
  private let isSupposed: Bool

  init(path: SourcePath, facts: PathFacts, filter: FilterExplanation, isSeen: Bool) {
    self.path = path
    isSupposed =
      !isSeen && filter.decision == .taken && facts.items.isEmpty && !facts.isDirectory
    self.filter = filter
    var lines = facts.items.map(Self.sentence)
    if facts.isDirectory, let directory = facts.directories.last {
      lines.append(Self.sentence(directory))
    }
    if lines.isEmpty { lines.append("Nothing was ever published there.") }
    if filter.decision == .taken, Self.isExcluded(facts) {
      lines.append("A .nomedia or .ignore file in its folder, or in one above, leaves it out.")
    }
    if let since = facts.unreachableSince {
      lines.append("It could not be listed since \(since.text); what was known of it is kept.")
    }
    published = lines
  }

  /// All of it, a sentence a line.
  ///
  /// What the filter says follows from the path alone; markers beside the file are known from what
  /// is published.
  public var description: String {
    let condition = isSupposed ? ", if it is a file: links and special files are never taken" : ""
    let lines = [path.displayText] + published.map { "  \($0)" }
    return (lines + ["  By its path, \(filter)\(condition)."]).joined(separator: "\n")
  }

  /// Whether what lies there, or a folder on the way, is published as left out.
  private static func isExcluded(_ facts: PathFacts) -> Bool {
    facts.items.contains { $0.availability == .excluded }
      || facts.directories.contains { $0.availability == .excluded }
  }

  private static func sentence(_ item: ItemRow) -> String {
    var text = "A \(item.kind == .video ? "file" : "sidecar") (\(item.detail)), "
    text += item.availability.rawValue
    if let size = item.size { text += ", \(size) bytes" }
    text += ", known since \(item.firstSeenAt.text)"
    if let seen = item.lastSeenAt { text += ", last seen by the scan of \(seen.text)" }
    if let missing = item.missingSince { text += ", missing since \(missing.text)" }
    if let hold = item.hold { text += ", its removal held back (\(hold.rawValue))" }
    return text + "."
  }

  private static func sentence(_ directory: DirectoryRow) -> String {
    var text = "A directory, \(directory.availability.rawValue), with \(directory.itemCount) files"
    text += " and \(directory.directoryCount) directories"
    if let missing = directory.missingSince { text += ", missing since \(missing.text)" }
    if directory.isSuspect { text += ", suspect: it looked emptied, replaced or unmounted" }
    return text + "."
  }
}
