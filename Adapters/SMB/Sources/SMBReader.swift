import KinoCore
internal import Synchronization

/// Reads an open file; opens it again when its connection ended.
final class SMBReader: SourceReader {
  private let path: SourcePath
  private let session: SMBSession
  private let expected: FileFingerprint?
  private let deadline: Duration
  private let fileID: UInt64
  private let file: Mutex<SMBFile?>

  init(
    _ file: SMBFile,
    of path: SourcePath,
    in session: SMBSession,
    expecting expected: FileFingerprint?,
    within deadline: Duration
  ) {
    self.path = path
    self.session = session
    self.expected = expected
    self.deadline = deadline
    fileID = file.facts.fileID
    self.file = Mutex(file)
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    guard let open = file.withLock({ $0 }) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
    guard offset >= 0, count > 0, Int64(count) <= .max - offset else {
      if count == 0, offset >= 0 { return [] }
      throw SourceError(.rangeNotSatisfiable, path: path)
    }
    if let bytes = try await read(open, at: offset, count: count, mayBeLost: true) { return bytes }
    let again = try await reopen(insteadOf: open)
    return try await read(again, at: offset, count: count, mayBeLost: false) ?? []
  }

  func close() async {
    let last = file.withLock { file in
      defer { file = nil }
      return file
    }
    _ = last
  }

  private struct Part: Sendable {
    let bytes: [UInt8]
    let facts: SMBFacts?
  }

  /// Reads a part; `nil` if the connection ended and that is allowed for.
  private func read(
    _ file: SMBFile,
    at offset: Int64,
    count: Int,
    mayBeLost: Bool
  ) async throws(SourceError) -> [UInt8]? {
    if mayBeLost, file.connection.isLost { return nil }
    let looks = expected != nil
    let part: Part
    do throws(SMBFailure) {
      part = try await file.lane.run(until: ContinuousClock.now + deadline, on: file.connection) {
        connection throws(SMBFailure) -> Part in
        let bytes = try connection.read(file.handle, at: offset, count: count)
        return Part(bytes: bytes, facts: looks ? try connection.look(at: file.handle) : nil)
      }
    } catch {
      if mayBeLost, error.stage == .call, error.endsConnection { return nil }
      throw SourceError(error, at: path, scope: .entry)
    }
    guard let expected, let facts = part.facts else { return part.bytes }
    guard expected.agrees(with: facts.fingerprint) else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return part.bytes
  }

  /// Opens the file once more; the first of several that do so at the same time is kept.
  private func reopen(insteadOf lost: SMBFile) async throws(SourceError) -> SMBFile {
    let opened = try await session.openFile(path)
    guard opened.facts.fileID == fileID, expected?.agrees(with: opened.facts.fingerprint) ?? true
    else { throw SourceError(.changedDuringRead, path: path) }
    return file.withLock { file in
      if file === lost { file = opened }
      return file ?? opened
    }
  }
}
