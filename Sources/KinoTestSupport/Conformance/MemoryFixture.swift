package import KinoConformance
package import KinoCore

/// A fixture over ``MemorySource`` with a server in front of it that can do every ``Fault``.
package struct MemoryFixture: ConformanceFixture {
  /// Puts something between the suite and the sound adapter.
  package typealias Alter = @Sendable (any SourceAdapter, MemoryServer) -> any SourceAdapter

  package let name = "memory"
  private let alter: Alter

  /// Creates a fixture.
  ///
  /// - Parameter alter: Makes the adapter that is checked from the sound one.
  package init(altering alter: @escaping Alter = { adapter, _ in adapter }) {
    self.alter = alter
  }

  package func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    let server = MemoryServer()
    for node in tree { server.add(node) }
    return MemorySite(server: server, adapter: alter(ServedAdapter(server), server))
  }
}

private struct MemorySite: ConformanceSite {
  let server: MemoryServer
  let adapter: any SourceAdapter

  var configuration: SourceConfiguration {
    SourceConfiguration(kind: "memory", location: "memory", rootPath: [])
  }

  var credential: SourceCredential? { MemoryServer.credential }

  func wrongCredential() throws -> SourceCredential {
    SourceCredential(.password(user: "user", password: "quite-the-wrong-one"))
  }

  func apply(_ change: TreeChange) async throws {
    server.apply(change)
  }

  func inject(_ fault: Fault) async throws {
    server.inject(fault)
  }

  func endFaults() async {
    server.endFaults()
  }

  func traffic() async throws -> Traffic { server.traffic }

  func dispose() async {}
}
