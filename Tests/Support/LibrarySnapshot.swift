/// The published snapshot in a form that two runs can be compared by.
///
/// Rows that existed before are named by their identity; those that a run added get new ones each
/// time, and are named by their facts alone.
package struct LibrarySnapshot: Hashable, Sendable {
  /// One line a row, in order.
  package let rows: [String]

  /// Describes contents.
  ///
  /// - Parameters:
  ///   - contents: What a library holds.
  ///   - before: What it held before the run that is compared.
  package init(_ contents: LibraryContents, before: LibraryContents) {
    let uids = Set(before.items.compactMap(\.uid))
    let sidecars = Set(before.items.lazy.filter { $0.uid == nil }.map(\.id))
    let directories = Set(before.directories.map(\.id))
    let items = contents.items.map { item in
      let isKnown = item.uid.map(uids.contains) ?? sidecars.contains(item.id)
      let identity = isKnown ? item.uid ?? "#\(item.id)" : "new"
      return "\(item.path) \(item.table) \(item.source) \(item.kind) \(item.availability)"
        + " size=\(text(item.size)) mtime=\(text(item.modifiedAt)) hold=\(item.hold ?? "-")"
        + " stable=\(item.stableID ?? "-") flags=\(item.flags) \(identity)"
    }
    let folders = contents.directories.map { directory in
      let identity = directories.contains(directory.id) ? "#\(directory.id)" : "new"
      return "\(directory.path)/ \(directory.source) \(directory.availability)"
        + " suspect=\(directory.suspicion ?? "-") incomplete=\(directory.isIncomplete) \(identity)"
    }
    rows = (items + folders).sorted()
  }

  /// Whether nothing is published that was not before, and nothing is gone.
  ///
  /// The root's own row, which a source gets when it is added, is no publication.
  package func isSame(as other: LibrarySnapshot) -> Bool {
    rows.filter { !$0.hasPrefix("/ ") } == other.rows.filter { !$0.hasPrefix("/ ") }
  }

  /// The rows that only one of two snapshots has, at most ten of each.
  package func difference(from other: LibrarySnapshot) -> String {
    let here = Set(rows)
    let there = Set(other.rows)
    let extra = rows.filter { !there.contains($0) }
    let lacking = other.rows.filter { !here.contains($0) }
    return
      (["\(extra.count) rows too many"] + extra.prefix(10)
      + ["\(lacking.count) rows lacking"] + lacking.prefix(10)).joined(separator: "\n  ")
  }
}

private func text(_ number: Int64?) -> String { number.map { "\($0)" } ?? "-" }
