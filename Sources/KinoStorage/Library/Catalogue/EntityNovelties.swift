import KinoCore

/// What a block has made or changed of entities, so that what was not there when the block began is
/// looked up a second time only where this may have brought it.
///
/// It lives and dies with the transaction, on its thread.
final class EntityNovelties {
  /// Something that was made, and that people look for by its title.
  struct Named {
    var id: Int64
    var kind: EntityKind
    var title: String
    /// The file that it was made for.
    var file: FileID
  }

  private struct Title: Hashable {
    var kind: EntityKind
    var sortKey: [UInt8]
    var year: Int
  }

  private var keys: Set<IdentityKey> = []
  private var titles: Set<Title> = []
  private var ids: Set<ProviderID> = []
  /// Whether keys were changed that are not listed here.
  var isAnything = false
  /// Films, series and extras that were made, in their order.
  private(set) var made: [Named] = []

  /// Notes a row that was made for a file.
  func insert(_ row: EntityRow, as id: Int64, for file: FileID) {
    insert(row)
    switch row.kind {
    case .movie, .series, .extra:
      made.append(Named(id: id, kind: row.kind, title: row.title, file: file))
    // What they are called is nothing but a number.
    case .season, .episode: break
    }
  }

  /// Notes what a row says now.
  func insert(_ row: EntityRow) {
    keys.insert(row.key)
    guard row.kind == .movie || row.kind == .series, let year = row.year else { return }
    titles.insert(Title(kind: row.kind, sortKey: row.sorting.bytes, year: year))
  }

  /// Notes an identifier that was recorded.
  func insert(_ id: ProviderID) { ids.insert(id) }

  /// Whether a look-up by this key may find something new.
  func mayHave(_ key: IdentityKey) -> Bool { isAnything || keys.contains(key) }

  /// Whether a look-up of this title may find something new.
  func mayHave(_ draft: TitleDraft) -> Bool {
    if mayHave(draft.key) || draft.nameKey.map(mayHave) == true { return true }
    if draft.ids.contains(where: ids.contains) { return true }
    guard let year = draft.year else { return false }
    return titles.contains(Title(kind: draft.kind, sortKey: draft.sorting.bytes, year: year))
  }
}
