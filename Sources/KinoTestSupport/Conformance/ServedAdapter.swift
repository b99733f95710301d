import KinoConformance
import KinoCore

/// The adapter for a ``MemoryServer``, which keeps every promise.
struct ServedAdapter: SourceAdapter {
  private let server: MemoryServer

  init(_ server: MemoryServer) {
    self.server = server
  }

  var kind: String { "memory" }

  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let names = configuration.rootPath.split(separator: UInt8(ascii: "/")).map { Array($0) }
    guard let base = SourcePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")]))) else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    let server = server
    return try await server.request(at: base) { () throws(SourceError) in
      try server.admit(credential)
      guard server.source.entry(at: base)?.kind == .directory else {
        throw SourceError(.sourceMissing)
      }
      return ServedSession(try await server.source.connect(), server, base)
    }
  }
}

extension MemoryServer {
  /// Refuses all but the one user; being made a guest is not what was asked for.
  fileprivate func admit(_ credential: SourceCredential?) throws(SourceError) {
    let isAnonymous = credential?.method == .anonymous && !has(.refuseAnonymous)
    guard credential == Self.credential || isAnonymous else {
      throw SourceError(.authenticationFailed)
    }
  }
}
