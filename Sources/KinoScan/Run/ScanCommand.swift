package import KinoCore

/// What to scan, and how far to go.
package struct ScanCommand: Sendable {
  package var source: SourceID
  package var mode: ScanMode
  package var scope: ScanScope
  package var options: ScanOptions

  package init(source: SourceID, mode: ScanMode, scope: ScanScope, options: ScanOptions) {
    self.source = source
    self.mode = mode
    self.scope = scope
    self.options = options
  }
}

/// How far a scan goes, and what the host vouches for.
public struct ScanOptions: Hashable, Sendable {
  /// Stops before publishing: the report carries the plan, and the next scan goes on from here.
  public var isPlanOnly: Bool
  /// Ends at the commit that publishes; what follows it is done by the next scan.
  public var endsAtPublication: Bool
  /// Takes the root as it is now for the source's, although it looks like another one.
  ///
  /// Removals still pass the brake.
  public var acceptsIdentity: Bool

  /// Creates options; by default a whole scan that vouches for nothing.
  public init(
    isPlanOnly: Bool = false,
    endsAtPublication: Bool = false,
    acceptsIdentity: Bool = false
  ) {
    self.isPlanOnly = isPlanOnly
    self.endsAtPublication = endsAtPublication
    self.acceptsIdentity = acceptsIdentity
  }
}
