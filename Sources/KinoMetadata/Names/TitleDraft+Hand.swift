package import KinoCore

extension TitleFolding {
  /// A film or a series as a hand names it.
  ///
  /// It is what a name that says the same would be: with a year one film everywhere, without one the
  /// film of its folder.
  ///
  /// - Parameters:
  ///   - kind: `movie` or `series`.
  ///   - title: As shown.
  ///   - year: Of its release.
  ///   - ids: What providers call it.
  ///   - file: The file that is to show it.
  /// - Returns: The draft; `nil` for a title without letters and digits.
  package func draft(
    _ kind: EntityKind,
    _ title: String,
    year: Int?,
    ids: [ProviderID],
    for file: FileLocation
  ) -> TitleDraft? {
    let folded = folded(title)
    guard !folded.isEmpty else { return nil }
    let isAnywhere = kind == .series || year != nil
    let nameKey =
      isAnywhere
      ? IdentityKey(kind, folded: folded, year: year)
      : IdentityKey(kind, at: file.path.parent ?? .root, of: file.source, name: folded)
    let order =
      kind == .movie ? NameInterpreter.moviesProviders : NameInterpreter.seriesProviders
    let best = order.lazy.compactMap { provider in ids.first { $0.provider == provider } }.first
    return TitleDraft(
      kind,
      title: title,
      sorting: sortKey(title),
      year: year,
      key: (best ?? ids.first).map { IdentityKey(kind, $0) } ?? nameKey,
      nameKey: nameKey,
      ids: ids
    )
  }
}
