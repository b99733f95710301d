internal import KinoCore

/// Reads the fingerprints of one source's files, a bounded number at a time.
struct FingerprintLane: Sendable {
  let session: any SourceSession
  let policy: ScanPolicy

  typealias Reading = Result<ContentFingerprint, SourceError>

  /// Reads until all is read, the task is cancelled, or the source is given up.
  ///
  /// - Parameter files: Most urgent first.
  /// - Returns: What was read or failed, and why the source was given up, if it was.
  func read(_ files: [WorkSubject]) async -> ([(WorkClaim, Reading)], SourceError?) {
    let width = max(1, min(session.capabilities.maxConcurrentOperations, policy.concurrentFiles))
    var waiting = files[...]
    var readings: [(WorkClaim, Reading)] = []
    var streak = FailureStreak()
    var end: SourceError?
    await withTaskGroup(of: (WorkClaim, Reading).self) { group in
      for file in waiting.prefix(width) { group.addTask { await read(file) } }
      waiting = waiting.dropFirst(width)
      for await (claim, reading) in group {
        if case .failure(let error) = reading {
          guard error.kind != .cancelled else { continue }
          end = end ?? reasonToEnd(after: error, &streak)
        } else {
          streak.noteAnswer()
        }
        readings.append((claim, reading))
        guard end == nil, !Task.isCancelled else {
          group.cancelAll()
          continue
        }
        if let next = waiting.popFirst() { group.addTask { await read(next) } }
      }
    }
    return (readings, end)
  }

  private func read(_ file: WorkSubject) async -> (WorkClaim, Reading) {
    do throws(SourceError) {
      return (file.claim, .success(try await fingerprint(of: file)))
    } catch {
      return (file.claim, .failure(error))
    }
  }

  /// Reads a file that is still what is published of it.
  private func fingerprint(of file: WorkSubject) async throws(SourceError) -> ContentFingerprint {
    guard let size = file.size else { throw SourceError(.unsupported, path: file.path) }
    let reader = try await session.open(
      file.path,
      locator: file.locator,
      expecting: try await expected(of: file)
    )
    do throws(SourceError) {
      let fingerprint = try await ContentFingerprint(reading: reader, size: size)
      await reader.close()
      return fingerprint
    } catch {
      await reader.close()
      throw error
    }
  }

  /// What the file must be like when it is opened.
  ///
  /// Where times are coarser than a millisecond they are compared at the source's precision, which
  /// takes a look of its own.
  private func expected(of file: WorkSubject) async throws(SourceError) -> FileFingerprint {
    let published = FileFingerprint(size: file.size, modifiedAt: file.modifiedAt)
    guard session.capabilities.modificationPrecision ?? 0 != 1, file.modifiedAt != nil else {
      return published
    }
    let entry = try await session.stat(file.path)
    let facts = FactRules(session.capabilities)
    let isSame = entry.size == nil || entry.size == file.size
    guard isSame, facts.timesAgree(file.modifiedAt, entry.modifiedAt) != false else {
      throw SourceError(.changedDuringRead, path: file.path)
    }
    return FileFingerprint(entry)
  }

  /// Whether a failure is the source's and not the file's.
  private func reasonToEnd(
    after error: SourceError,
    _ streak: inout FailureStreak
  ) -> SourceError? {
    let reachesSource =
      error.scope == .root || (error.scope == .connection && error.retry == .permanent)
    if reachesSource { return error }
    guard error.retry == .temporary else {
      streak.noteAnswer()
      return nil
    }
    streak.noteFailure()
    return streak.count >= policy.consecutiveFailures ? error : nil
  }
}
