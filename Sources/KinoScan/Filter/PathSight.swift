package import KinoCore

/// What somebody saw who looked at a path of a source, where it lies.
package struct PathSight: Hashable, Sendable {
  /// What lies there.
  package var kind: SourceEntry.Kind
  /// The first directory on the way there, or there itself, in which a marker lies.
  package var markedDirectory: SourcePath?

  package init(kind: SourceEntry.Kind, markedDirectory: SourcePath? = nil) {
    self.kind = kind
    self.markedDirectory = markedDirectory
  }
}
