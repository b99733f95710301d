package import KinoCore

/// Decides which entries of a source matter.
///
/// Built once for a run, then asked for every entry; asking allocates nothing. All state is
/// immutable.
package final class ScanFilter: Sendable {
  /// Counts changes of the built-in rules, so that staging made under older ones is not continued.
  package static let rulesVersion: UInt64 = 2

  /// The settings that the filter was built from.
  package let settings: FilterSettings
  /// 16 bytes that are equal for filters that decide alike: a hash of rules, settings, adapter and
  /// comparison policy.
  package let identity: [UInt8]

  let paths: FilterPaths
  private let extensions = ExtensionTable()
  private let junk = JunkNames()

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - settings: What the host configured for the source.
  ///   - adapter: The adapter's kind.
  ///   - comparison: How the source tells names apart; configured paths match accordingly.
  package init(settings: FilterSettings, adapter: String, comparison: NameComparison) {
    self.settings = settings
    self.paths = FilterPaths(settings, comparison: comparison)
    self.identity = Self.identity(settings, adapter: adapter, comparison: comparison)
  }

  /// What the filter has to say about a directory's entries as a whole.
  ///
  /// Costs a few nanoseconds for each component and each configured path; ask once for each
  /// directory.
  package func scope(of directory: SourcePath) -> FilterScope {
    var scope = paths.scope(of: directory)
    if scope.rule == nil { scope.rule = builtInRule(above: directory) }
    scope.isDiscBackup = DiscNames.isBackup(directory)
    return scope
  }

  /// Judges one entry of a directory.
  ///
  /// - Parameters:
  ///   - entry: The entry as listed.
  ///   - scope: What ``scope(of:)`` says about its directory.
  /// - Returns: What the entry is, or the rule that leaves it out.
  package func classify(_ entry: SourceEntry, in scope: FilterScope) -> Verdict {
    switch entry.kind {
    case .file: classifyFile(entry, in: scope)
    case .directory: classifyDirectory(entry, in: scope)
    case .symlink, .other: .ignored(.notAFile)
    case .unknown: .undecided
    }
  }

  /// The verdict on a whole directory in whose complete listing these markers were seen.
  package func directoryVerdict(markersSeen: Set<DirectoryMarker>) -> Verdict {
    settings.honorsMarkers && !markersSeen.isEmpty ? .excluded(.marker) : .directory
  }

  private func classifyFile(_ entry: SourceEntry, in scope: FilterScope) -> Verdict {
    let name = entry.name.bytes
    guard let interest = interest(in: name, isDiscBackup: scope.isDiscBackup) else {
      if settings.honorsMarkers, let marker = DirectoryMarker(name) { return .marker(marker) }
      return .ignored(junk.contains(name, 0..<name.count) ? .junkName : .otherExtension)
    }
    if let rule = scope.rule { return .excluded(rule) }
    switch scope.treatment(of: name) {
    case .excluded: return .excluded(.excludedPath)
    case .included: return interest
    case .leadsToIncluded, nil: break
    }
    if !scope.takesFiles { return .excluded(.outsideIncludedPaths) }
    if let rule = builtInRule(for: name, flags: entry.flags) { return .excluded(rule) }
    return interest
  }

  private func classifyDirectory(_ entry: SourceEntry, in scope: FilterScope) -> Verdict {
    if let rule = scope.rule { return .excluded(rule) }
    switch scope.treatment(of: entry.name.bytes) {
    case .excluded: return .excluded(.excludedPath)
    case .included, .leadsToIncluded: return .directory
    case nil: break
    }
    if !scope.takesFiles { return .excluded(.outsideIncludedPaths) }
    if let rule = builtInRule(for: entry.name.bytes, flags: entry.flags) { return .excluded(rule) }
    return .directory
  }

  /// What a file of this name is, path and junk rules left aside; `nil` when it does not count.
  private func interest(in name: [UInt8], isDiscBackup: Bool) -> Verdict? {
    switch extensions.meaning(of: name) {
    case .video: .video(.video)
    case .playlist: .video(.playlist)
    case .disc: .video(.disc)
    case .discStructure:
      !isDiscBackup && DiscNames.standsForDisc(name)
        ? .video(.disc) : .sidecar(.discStructure)
    case .subtitle: .sidecar(.subtitle)
    case .nfo: .sidecar(.nfo)
    case .artwork: .sidecar(.artwork)
    case .chapters: .sidecar(.chapters)
    case .audio: .sidecar(.audio)
    case .json: .sidecar(.json)
    case .text: Self.namesChapters(name) ? .sidecar(.chapters) : nil
    case nil: nil
    }
  }

  /// Whether `Film.chapters.txt`, `Film_chapters.xml` or the like is the name.
  private static func namesChapters(_ name: [UInt8]) -> Bool {
    name.dropLast(4).suffix(8).lazy.map(\.asciiLowercased).elementsEqual("chapters".utf8)
  }

  @inline(__always)
  private func builtInRule(for name: [UInt8], flags: SourceEntry.Flags) -> FilterRule? {
    if junk.contains(name, 0..<name.count) { return .junkName }
    guard !settings.includesHidden else { return nil }
    return name.first == UInt8(ascii: ".") || flags.contains(.hidden) ? .hidden : nil
  }

  /// The rule by which a directory or one above it is left out for its name, unless an included
  /// path spells that name out.
  private func builtInRule(above directory: SourcePath) -> FilterRule? {
    let bytes = directory.bytes
    var start = 0
    while start < bytes.count {
      var end = start + 1
      while end < bytes.count && bytes[end] != UInt8(ascii: "/") { end += 1 }
      let isHidden = !settings.includesHidden && bytes[start] == UInt8(ascii: ".")
      let isJunk = junk.contains(bytes, start..<end)
      if isHidden || isJunk, !paths.spellsOut(directory, through: end) {
        return isJunk ? .junkName : .hidden
      }
      start = end + 1
    }
    return nil
  }

  private static func identity(
    _ settings: FilterSettings,
    adapter: String,
    comparison: NameComparison
  ) -> [UInt8] {
    var hash = StableHash()
    hash.append(rulesVersion)
    hash.appendField(adapter.utf8)
    let policy = comparison.policy
    hash.append([policy.ignoresCase ? 1 : 0, policy.composes ? 1 : 0])
    hash.appendField(policy.comparesBytes ? "".utf8 : policy.unicodeVersion.utf8)
    hash.append([settings.includesHidden ? 1 : 0, settings.honorsMarkers ? 1 : 0])
    for paths in [settings.includedPaths, settings.excludedPaths] {
      let sorted = Set(paths).sorted()
      hash.append(UInt64(sorted.count))
      for path in sorted { hash.appendField(path.bytes) }
    }
    return hash.bytes
  }
}
