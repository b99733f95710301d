package import KinoCore

extension SourcePath {
  /// A path that a test writes down; an unsafe one traps.
  package static func path(_ text: String) -> SourcePath {
    // Invariant: tests write down safe paths only.
    guard let path = SourcePath(text) else { preconditionFailure("unsafe path: \(text)") }
    return path
  }
}

extension PathComponent {
  /// A name that a test writes down; an unsafe one traps.
  package static func name(_ text: String) -> PathComponent {
    // Invariant: tests write down safe names only.
    guard let name = PathComponent(text) else { preconditionFailure("unsafe name: \(text)") }
    return name
  }
}
