import KinoCore

/// A part of a file as a server sent it, verified to be the one that was asked for.
struct FilePart: Hashable {
  /// The bytes: as many as were asked for, fewer only at the end of the file.
  private(set) var bytes: [UInt8]
  /// The size of the whole file, if the server told it.
  private(set) var fileSize: Int64?

  /// Verifies an answer to a read.
  ///
  /// - Parameters:
  ///   - reply: An answer with status 200, 206 or 416.
  ///   - offset: Where the part begins.
  ///   - count: How many bytes were asked for.
  ///   - knownSize: The size of the file, if it is known.
  ///   - path: What errors name.
  /// - Throws: ``KinoCore/SourceError``: `rangeIgnored`, `rangeNotSatisfiable`, `protocolViolation`
  ///   for another part than the one asked for, `unavailable` for one that was cut short.
  init(
    _ reply: Reply,
    at offset: Int64,
    _ count: Int,
    knownSize: Int64?,
    of path: SourcePath
  ) throws(SourceError) {
    self.bytes = reply.body
    let range = reply.head[.contentRange].flatMap { ContentRange($0) }
    let length = reply.head[.contentLength].flatMap { Int64(ascii: $0) }
    if reply.isLoginPage, length != knownSize {
      throw SourceError(.authenticationFailed, path: path)
    }
    if reply.head.isEncoded { throw SourceError(.protocolViolation, scope: .entry, path: path) }
    switch reply.head.status {
    case 416:
      guard let size = range?.size ?? knownSize, offset >= size else {
        throw SourceError(.rangeNotSatisfiable, path: path)
      }
      bytes = []
      fileSize = range?.size
    case 206:
      fileSize = range?.size
      try verify(range, at: offset, count, knownSize: range?.size ?? knownSize, of: path)
    default:
      guard offset == 0 else { throw SourceError(.rangeIgnored, path: path) }
      fileSize = length
      bytes = Array(bytes.prefix(count))
      try verifyBeginning(count, of: path)
    }
  }

  private func verify(
    _ range: ContentRange?,
    at offset: Int64,
    _ count: Int,
    knownSize: Int64?,
    of path: SourcePath
  ) throws(SourceError) {
    guard let bounds = range?.bounds, bounds.lowerBound == offset,
      bounds.upperBound - offset < Int64(count), bytes.count <= bounds.count
    else { throw SourceError(.protocolViolation, scope: .entry, path: path) }
    // Only the end of the file makes a part shorter.
    if bounds.count < count, let knownSize, bounds.upperBound != knownSize - 1 {
      throw SourceError(.protocolViolation, scope: .entry, path: path)
    }
    guard bytes.count == bounds.count else { throw Self.cutShort(path) }
  }

  private func verifyBeginning(_ count: Int, of path: SourcePath) throws(SourceError) {
    if let fileSize, Int64(bytes.count) < min(Int64(count), fileSize) { throw Self.cutShort(path) }
  }

  private static func cutShort(_ path: SourcePath) -> SourceError {
    SourceError(.unavailable, scope: .entry, path: path)
  }
}
