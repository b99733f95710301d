import KinoCore

/// The configured paths of a filter, in the form in which names are compared.
struct FilterPaths: Sendable {
  private let included: [[[UInt8]]]
  private let excluded: [[[UInt8]]]
  private let comparison: NameComparison

  init(_ settings: FilterSettings, comparison: NameComparison) {
    self.comparison = comparison
    self.included = settings.includedPaths.map { Self.folded($0, comparison) }
    self.excluded = settings.excludedPaths.map { Self.folded($0, comparison) }
  }

  /// What the configured paths say about a directory.
  func scope(of directory: SourcePath) -> FilterScope {
    guard !included.isEmpty || !excluded.isEmpty else { return FilterScope() }
    let path = Self.folded(directory, comparison)
    var scope = FilterScope(comparison: comparison)
    if excluded.contains(where: { path.starts(with: $0) }) { scope.rule = .excludedPath }
    scope.takesFiles = included.isEmpty || included.contains { path.starts(with: $0) }
    for other in excluded where other.count == path.count + 1 && other.starts(with: path) {
      scope.add(other[path.count], .excluded)
    }
    for other in included where other.count > path.count && other.starts(with: path) {
      scope.add(
        other[path.count],
        other.count == path.count + 1 ? .included : .leadsToIncluded
      )
    }
    let isOnTheWay = scope.takesFiles || included.contains { $0.starts(with: path) }
    if scope.rule == nil && !isOnTheWay { scope.rule = .outsideIncludedPaths }
    return scope
  }

  /// Whether an included path names the first `end` bytes of a directory's path, or more of it.
  func spellsOut(_ directory: SourcePath, through end: Int) -> Bool {
    guard !included.isEmpty else { return false }
    let path = Self.folded(SourcePath(trusted: Array(directory.bytes[..<end])), comparison)
    return included.contains { $0.starts(with: path) }
  }

  /// The configured path that leaves out another one.
  func excludingPath(of path: SourcePath, _ settings: FilterSettings) -> SourcePath? {
    let names = Self.folded(path, comparison)
    return excluded.firstIndex { names.starts(with: $0) }.map { settings.excludedPaths[$0] }
  }

  private static func folded(_ path: SourcePath, _ comparison: NameComparison) -> [[UInt8]] {
    path.components.map { comparison.key(of: $0.bytes) ?? $0.bytes }
  }
}

/// What a filter has to say about the entries of one directory as a whole.
package struct FilterScope: Sendable {
  /// The rule that leaves out everything in the directory, if one does.
  package var rule: FilterRule?
  /// Whether files lying in the directory count, as opposed to leading to what does.
  package var takesFiles = true
  /// Whether the directory holds the spare copy of a Blu-ray's structure, which is no second disc.
  var isDiscBackup = false

  private var children: [(key: [UInt8], treatment: Treatment)] = []
  private var comparison: NameComparison?

  /// What a configured path says about a name.
  enum Treatment {
    case excluded, included, leadsToIncluded
  }

  init(comparison: NameComparison? = nil) { self.comparison = comparison }

  mutating func add(_ key: [UInt8], _ treatment: Treatment) {
    children.append((key, treatment))
  }

  /// What configured paths say about a name; an excluded path wins.
  @inline(__always)
  func treatment(of name: [UInt8]) -> Treatment? {
    children.isEmpty ? nil : listedTreatment(of: name)
  }

  private func listedTreatment(of name: [UInt8]) -> Treatment? {
    let key = comparison?.key(of: name) ?? name
    var result: Treatment?
    for child in children where child.key == key {
      switch child.treatment {
      case .excluded: return .excluded
      case .included: result = .included
      case .leadsToIncluded: result = result ?? .leadsToIncluded
      }
    }
    return result
  }
}
