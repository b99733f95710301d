package import KinoCore

extension ScanFilter {
  /// Whether a change of a path can matter: what its name alone leaves out can not.
  ///
  /// - Parameters:
  ///   - path: What may have changed.
  ///   - kind: What it is; with `unknown` it matters if it would as a file or as a directory.
  /// - Returns: `true` also for what only its listing can tell.
  package func matters(_ path: SourcePath, _ kind: SourceEntry.Kind) -> Bool {
    guard let parent = path.parent, let name = path.lastComponent else { return true }
    let kinds: [SourceEntry.Kind] = kind == .unknown ? [.file, .directory] : [kind]
    let scope = scope(of: parent)
    return kinds.contains { kind in
      switch classify(SourceEntry(name: name, kind: kind), in: scope) {
      case .video, .sidecar, .directory, .marker, .undecided: true
      case .excluded, .ignored: false
      }
    }
  }
}
