import KinoCore
internal import Synchronization

/// Reads parts of a file on an NFS server, which need not be opened for it.
///
/// Every answer tells what the file is like now, and is compared with what it was like.
final class NFSReader: SourceReader {
  private struct State {
    var handle: FileHandle
    var isClosed = false
  }

  private let path: SourcePath
  private let facts: FileFacts
  private let session: NFSSession
  private let state: Mutex<State>

  /// The most requests at the same time for one part.
  private static let requestsAtOnce = 4

  init(_ path: SourcePath, _ node: Node, in session: NFSSession) {
    self.path = path
    facts = node.facts
    self.session = session
    state = Mutex(State(handle: node.handle))
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    guard offset >= 0, count > 0, Int64(count) <= .max - offset else {
      if count == 0, offset >= 0 { return [] }
      throw SourceError(.rangeNotSatisfiable, path: path)
    }
    let deadline = ContinuousClock.now + session.deadlines.read
    let limit = session.readLimit
    guard count > limit else { return try await piece(at: offset, count, until: deadline) }
    // A read beyond the end would ask for much that is not there.
    let end = min(offset + Int64(count), max(facts.size ?? .max, offset + 1))
    let starts = Array(stride(from: offset, to: end, by: limit))
    var bytes: [UInt8] = []
    for first in stride(from: 0, to: starts.count, by: Self.requestsAtOnce) {
      let batch = starts[first..<min(first + Self.requestsAtOnce, starts.count)]
      let pieces = try await pieces(at: batch, end: end, until: deadline)
      for piece in pieces { bytes += piece }
      guard bytes.count == Int(batch[batch.endIndex - 1] - offset) + pieces[pieces.count - 1].count
      else { throw SourceError(.changedDuringRead, path: path) }
    }
    return bytes
  }

  func close() async {
    state.withLock { $0.isClosed = true }
  }

  /// Reads pieces at the same time.
  private func pieces(
    at starts: ArraySlice<Int64>,
    end: Int64,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> [[UInt8]] {
    let limit = Int64(session.readLimit)
    let results = await withTaskGroup { group in
      for start in starts {
        group.addTask {
          let count = Int(min(limit, end - start))
          do throws(SourceError) {
            let piece = try await self.piece(at: start, count, until: deadline)
            return (start, Result<[UInt8], SourceError>.success(piece))
          } catch {
            return (start, .failure(error))
          }
        }
      }
      var results: [(start: Int64, outcome: Result<[UInt8], SourceError>)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.start < $1.start }
    }
    var pieces: [[UInt8]] = []
    for result in results { pieces.append(try result.outcome.get()) }
    return pieces
  }

  /// Reads a piece of at most the server's limit, however many answers it takes.
  private func piece(
    at offset: Int64,
    _ count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let start = offset + Int64(bytes.count)
      let part = try await part(at: start, count - bytes.count, until: deadline)
      guard FileFingerprint(facts).agrees(with: FileFingerprint(part.facts)) else {
        throw SourceError(.changedDuringRead, path: path)
      }
      if bytes.isEmpty { bytes = part.bytes } else { bytes += part.bytes }
      if part.isEnd {
        // An end before the end that the same answer tells of would pass for a shorter file.
        let end = offset + Int64(bytes.count)
        guard part.facts.size.map({ $0 <= end }) ?? true else {
          throw SourceError(.protocolViolation, path: path)
        }
        break
      }
      // An answer that brings nothing would be asked for without end.
      guard !part.bytes.isEmpty else { throw SourceError(.protocolViolation, path: path) }
    }
    return bytes
  }

  /// Asks once; a file whose handle has become stale is looked up once by its path.
  private func part(
    at offset: Int64,
    _ count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> FilePart {
    let (handle, isClosed) = state.withLock { ($0.handle, $0.isClosed) }
    guard !isClosed else { throw SourceError(.unavailable, retry: .permanent) }
    try session.checkOpen()
    let dialect = session.dialect
    do throws(NFSFailure) {
      return try await dialect.read(handle, at: offset, count: count, until: deadline)
    } catch {
      guard error.isStale else { throw SourceError(error, at: path, scope: .entry) }
      let current = try await session.find(path, until: deadline)
      guard current.facts.mayBe(facts) else { throw SourceError(.changedDuringRead, path: path) }
      state.withLock { $0.handle = current.handle }
      do throws(NFSFailure) {
        return try await dialect.read(current.handle, at: offset, count: count, until: deadline)
      } catch {
        throw SourceError(error, at: path, scope: .entry)
      }
    }
  }
}
