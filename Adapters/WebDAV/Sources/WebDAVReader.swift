import KinoCore
internal import Synchronization

/// Reads parts of a file on a WebDAV server, each with a request of its own.
///
/// Every answer is verified: the range, the length, and that the file is still the same one.
final class WebDAVReader: SourceReader {
  private struct State {
    /// What is known of the file; a tag only from answers to reads, as properties spell it otherwise.
    var known: FileFingerprint
    /// Where the file's own server sent the last read to.
    var elsewhere: WebAddress?
    var isClosed = false
  }

  private let path: SourcePath
  private let address: WebAddress
  private let client: WebDAVClient
  private let deadline: Duration
  private let state: Mutex<State>

  init(
    _ path: SourcePath,
    at address: WebAddress,
    client: WebDAVClient,
    known: FileFingerprint,
    deadline: Duration
  ) {
    self.path = path
    self.address = address
    self.client = client
    self.deadline = deadline
    state = Mutex(State(known: FileFingerprint(size: known.size, modifiedAt: known.modifiedAt)))
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    let (isClosed, elsewhere) = state.withLock { ($0.isClosed, $0.elsewhere) }
    guard !isClosed else { throw SourceError(.unavailable, retry: .permanent) }
    guard offset >= 0, count > 0, Int64(count) <= .max - offset else {
      if count == 0 { return [] }
      throw SourceError(.rangeNotSatisfiable, path: path)
    }
    let until = ContinuousClock.now + deadline
    if let elsewhere {
      // Such addresses are good for a while only; then the file's own server knows a new one.
      do throws(SourceError) {
        return try await read(from: elsewhere, at: offset, count, until: until)
      } catch {
        guard [.permissionDenied, .notFound, .authenticationFailed].contains(error.kind) else {
          throw error
        }
        state.withLock { $0.elsewhere = nil }
      }
    }
    return try await read(from: address, at: offset, count, until: until)
  }

  func close() async {
    state.withLock { $0.isClosed = true }
  }

  private func read(
    from address: WebAddress,
    at offset: Int64,
    _ count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> [UInt8] {
    let method = TransferRequest.Method.read(offset: offset, count: count)
    let reply = try await client.send(method, to: address, at: path, scope: .entry, until: deadline)
    let part = try FilePart(reply, at: offset, count, knownSize: knownSize, of: path)
    try verifySameFile(part, reply)
    return part.bytes
  }

  private var knownSize: Int64? { state.withLock { $0.known.size } }

  /// Compares an answer with what is known of the file, and learns what was not.
  ///
  /// Only the file's own server is asked for tag and time; where it sends reads to has others.
  private func verifySameFile(_ part: FilePart, _ reply: Reply) throws(SourceError) {
    let isHome = reply.address.origin == client.home
    let found = FileFingerprint(
      size: part.fileSize,
      modifiedAt: isHome ? reply.head[.lastModified].flatMap { HTTPDate.parse($0) } : nil,
      etag: isHome ? reply.head[.etag].map(Self.comparable) : nil
    )
    let agrees = state.withLock { state in
      if !isHome { state.elsewhere = reply.address }
      guard state.known.agrees(with: found) else { return false }
      state.known.size = state.known.size ?? found.size
      state.known.modifiedAt = state.known.modifiedAt ?? found.modifiedAt
      state.known.etag = state.known.etag ?? found.etag
      return true
    }
    guard agrees else { throw SourceError(.changedDuringRead, path: path) }
  }

  /// A tag without the mark of a weak one, which servers take off when a file is a second old.
  private static func comparable(_ tag: [UInt8]) -> [UInt8] {
    tag.starts(with: "W/".utf8) ? Array(tag.dropFirst(2)) : tag
  }
}
