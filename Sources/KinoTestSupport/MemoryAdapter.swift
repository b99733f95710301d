package import KinoCore

/// Connects to a ``MemorySource``.
package struct MemoryAdapter: SourceAdapter {
  private let source: MemorySource

  /// Creates an adapter for one source, whatever the configuration says.
  package init(_ source: MemorySource) {
    self.source = source
  }

  package var enforcesConnectDeadline: Bool { true }

  package var kind: String { "memory" }

  /// A configuration that names this adapter.
  package static let configuration = SourceConfiguration(kind: "memory", rootPath: [])

  package func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    try await source.answer(.connect, .root) { state throws(SourceError) in
      guard state.tree.hasRoot else { throw SourceError(.sourceMissing) }
    }
    return MemorySession(source)
  }
}
