package import KinoCore

/// A published name that a listing lacks, with all others of its kind in the directory.
package struct LostEntry: Hashable, Sendable {
  package let name: PathComponent
  package let isDirectory: Bool

  /// Whether what lies under the name is what was published there, and not something else.
  package func isShown(by entry: SourceEntry) -> Bool {
    switch entry.kind {
    case .unknown: true
    case .directory: isDirectory
    case .file, .symlink, .other: !isDirectory
    }
  }
}

extension DirectoryComparison {
  /// What to look at by itself before the listing is believed, where it has not one of the published
  /// files any more, or else not one of the published directories.
  ///
  /// A name that is listed in another case or composition is not lost: it may be the same to the source,
  /// even if that declares otherwise.
  package var lostEntry: LostEntry? {
    let (children, items) = (published.directories, published.items)
    if let file = lost(items.indices, after: children.count, { items[$0].presentName }) {
      return LostEntry(name: file, isDirectory: false)
    }
    return lost(children.indices, after: 0) { children[$0].presentName }
      .map { LostEntry(name: $0, isDirectory: true) }
  }

  /// The first name that is lost of one kind, if all of it are.
  ///
  /// - Parameters:
  ///   - rows: The rows of that kind.
  ///   - offset: The number of the first of them among all names.
  ///   - presentName: Where the name of a row is; `nil` for one that was not there before.
  /// - Returns: `nil` if one of them was listed, or none was there before.
  private func lost(
    _ rows: Range<Int>,
    after offset: Int,
    _ presentName: (Int) -> Range<Int>?
  ) -> PathComponent? {
    var candidates: [Range<Int>] = []
    for row in rows {
      guard let name = presentName(row) else { continue }
      if seen.contains(offset + row) { return nil }
      candidates.append(name)
    }
    guard !candidates.isEmpty else { return nil }
    let added = Set(
      outcome.differences.lazy.filter { $0.change == .added }.map { folded($0.entry.name.bytes) }
    )
    return candidates.lazy.map { Array(published.nameBytes[$0]) }
      .first { !added.contains(folded($0)) }
      .map { PathComponent(trusted: $0) }
  }

  /// What a name is compared by, whatever the case of its ASCII letters.
  private func folded(_ name: [UInt8]) -> [UInt8] {
    (rules.comparison.key(of: name) ?? name).map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }
}

extension PublishedDirectory.Item {
  fileprivate var presentName: Range<Int>? { availability == .present ? name : nil }
}

extension PublishedDirectory.Child {
  fileprivate var presentName: Range<Int>? { availability == .present ? name : nil }
}
