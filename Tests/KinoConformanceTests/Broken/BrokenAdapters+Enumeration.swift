import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  private static func entry(
    _ change: @escaping @Sendable (inout SourceEntry) -> Void
  ) -> Alteration {
    .entries { entry in
      var entry = entry
      change(&entry)
      return entry
    }
  }

  static let enumeration: [Promise.ID: Alteration] = [
    31: Alteration {
      $0.page = { request, _, sound throws(SourceError) in
        let page = try await sound()
        guard !page.entries.isEmpty else { throw SourceError(.notFound, path: request.path) }
        return page
      }
    },
    32: .listsNothing(on: .notFound),
    33: .listsNothing(on: .notADirectory),
    34: .pages { request, number, page in
      var page = page
      let own = request.path.lastComponent ?? .root
      if number == 0 { page.entries.insert(SourceEntry(name: own, kind: .directory), at: 0) }
      return page
    },
    35: .pages { _, number, page in
      var page = page
      if number == 0 { page.entries += page.entries.prefix(1) }
      return page
    },
    36: entry { if $0.kind == .other { $0.kind = .file } },
    37: .listsNothing(on: .permissionDenied),
    38: .pages { _, _, page in
      DirectoryPage(
        entries: page.entries,
        end: page.end.map { _ in .incomplete([.entryUnreadable]) }
      )
    },
    39: .pages { _, _, page in
      DirectoryPage(entries: page.entries, end: page.end.map { _ in .complete })
    },
    40: entry { if $0.size == 0 { $0.size = nil } },
    41: entry { entry in entry.size = entry.size.map { $0 & 0xFFFF_FFFF } },
    42: .entries { $0.flags.contains(.hidden) ? nil : $0 },
    43: .following(id: nil),
    44: entry { $0.stableID = StableID(bytes: $0.name.bytes) },
    45: entry { if $0.kind == .symlink { $0.kind = .directory } },
    46: Alteration { $0.identity = { _ throws(SourceError) in .identity([1]) } },
    47: .pages { _, number, page in
      var page = page
      if number == 0 { page.entries.append(SourceEntry(name: .name("Thumbs.db"), kind: .file)) }
      return page
    },
  ]
}

extension Alteration {
  /// Follows links, and gives every directory that a link leads to the same id.
  static let endingByIDs = following(id: StableID(low: 7))

  /// Lists what a link to its own directory leads to, again and again.
  static func following(id: StableID?) -> Alteration {
    Alteration {
      $0.list = { request, _, sound throws(SourceError) in
        guard request.path.lastComponent == .name("again") else { return try await sound() }
        return LoopLister(id: id)
      }
      $0.page = { _, _, sound throws(SourceError) in
        var page = try await sound()
        page.entries.removeAll { $0.kind == .symlink && $0.name != .name("again") }
        for index in page.entries.indices where page.entries[index].kind == .symlink {
          page.entries[index].kind = .directory
          page.entries[index].stableID = id
        }
        return page
      }
    }
  }
}

private final class LoopLister: DirectoryLister {
  private let id: StableID?

  init(id: StableID?) {
    self.id = id
  }

  func next() async throws(SourceError) -> DirectoryPage {
    let again = SourceEntry(name: .name("again"), kind: .directory, stableID: id)
    return DirectoryPage(entries: [again], end: .complete)
  }
}
