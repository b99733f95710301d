import KinoCore

/// What a block has made or changed of entities, so that what was not there when the block began is
/// looked up a second time only where this may have brought it.
///
/// It lives and dies with the transaction, on its thread.
final class EntityNovelties {
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

  func insert(_ row: EntityRow) {
    keys.insert(row.key)
    guard row.kind == .movie || row.kind == .series, let year = row.year else { return }
    titles.insert(Title(kind: row.kind, sortKey: row.sorting.bytes, year: year))
  }

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
