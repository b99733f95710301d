import KinoCore

extension ScanScope {
  /// The form of `scan_run.scope_json`: `nil` for the whole root, else an array of raw paths in
  /// upper-case hex digits.
  var json: JSONValue? {
    switch self {
    case .root: nil
    case .subtrees(let paths): .array(paths.sorted().map { .hex($0.bytes) })
    }
  }

  /// Reads ``json`` back.
  ///
  /// What cannot be read is taken for the whole root: covering more is safe.
  init(json: JSONValue?) {
    guard let values = json?.arrayValue else {
      self = .root
      return
    }
    let paths = values.compactMap { $0.hexBytes.flatMap { SourcePath(bytes: $0) } }
    self = paths.count == values.count ? .subtrees(paths) : .root
  }

  /// Both scopes as one; none of its paths lies inside another.
  func union(_ other: ScanScope) -> ScanScope {
    guard case .subtrees(let mine) = self, case .subtrees(let theirs) = other else { return .root }
    var paths: [SourcePath] = []
    for path in Set(mine + theirs).sorted(by: { $0.bytes.count < $1.bytes.count })
    where !paths.contains(where: { $0.contains(path) }) {
      paths.append(path)
    }
    return .subtrees(paths.sorted())
  }
}
