import KinoConformance
import KinoCore
internal import Synchronization

/// An open file of a ``MemoryServer``.
final class ServedReader: SourceReader {
  private let reader: any SourceReader
  private let server: MemoryServer
  private let path: SourcePath
  private let isClosed = Atomic(false)

  init(_ reader: any SourceReader, _ server: MemoryServer, _ path: SourcePath) {
    self.reader = reader
    self.server = server
    self.path = path
    server.hold(1)
  }

  deinit { server.hold(-1) }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
    return try await server.request(at: path) { () throws(SourceError) in
      try refuse(at: offset)
      if let bytes = server.sparseContent(of: path, at: offset, count: count) { return bytes }
      let bytes = try await reader.read(at: offset, count: count)
      server.send(bytes.count)
      return bytes
    }
  }

  func close() async { isClosed.store(true, ordering: .relaxed) }

  /// What a client finds out about a server that answers ranges wrongly.
  private func refuse(at offset: Int64) throws(SourceError) {
    if server.has(.ignoreRange), offset > 0 { throw SourceError(.rangeIgnored, path: path) }
    if server.has(.wrongRange) || server.has(.encodeContent) {
      throw SourceError(.protocolViolation, path: path)
    }
    if server.has(.shortBody) { throw SourceError(.unavailable, path: path) }
    if server.has(.refuseRange) { throw SourceError(.rangeNotSatisfiable, path: path) }
  }
}
