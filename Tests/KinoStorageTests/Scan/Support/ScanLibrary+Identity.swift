import KinoCore
import KinoStorage
import Testing

/// Which row each file has: the rows by stable id and facts.
typealias Identities = [SourceTree.Node: Int64]

extension ScanLibrary {
  /// Scans a tree, and returns the row of each of its files.
  func identities(after tree: SourceTree) async throws -> Identities {
    try await scan(tree)
    return try await identities(in: tree)
  }

  /// The row of each file of a tree that is published as it stands; of one with several names none.
  func identities(in tree: SourceTree) async throws -> Identities {
    let rows = try await items().filter { $0.availability == "present" && $0.hold == nil }
    let ids = Dictionary(grouping: rows, by: \.path).mapValues { $0.map(\.id) }
    var found: Identities = [:]
    for (node, files) in Dictionary(grouping: tree.nodes, by: \.value)
    where !node.isDirectory && files.count == 1 {
      found[node] = files[0].key.components.isEmpty ? nil : ids["\(files[0].key)"]?.first
    }
    return found
  }

  /// Expects that a tree is published, and that each file that was there before with the facts it has
  /// now has the row it had.
  func expect(
    _ tree: SourceTree,
    keeps before: Identities,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(tree)
    let now = try await identities(in: tree)
    for (node, row) in before {
      guard let found = now[node] else { continue }
      #expect(found == row, "\(node)", sourceLocation: sourceLocation)
    }
  }

  /// The rows of two files of a tree that is scanned.
  func rows(
    _ one: String,
    _ other: String,
    after tree: SourceTree
  ) async throws -> (Int64?, Int64?) {
    try await scan(tree)
    return (try await item(one)?.id, try await item(other)?.id)
  }
}
