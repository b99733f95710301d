package import KinoCore

/// Reads small files whole, of several sources at the same time, and of each several.
package struct SmallFileReader: Sendable {
  /// A file to be read.
  package struct Request: Hashable, Sendable {
    package var id: Int64
    package var source: SourceID
    package var file: PublishedFile

    package init(id: Int64, source: SourceID, file: PublishedFile) {
      self.id = id
      self.source = source
      self.file = file
    }
  }

  /// The bytes of a file, or why there are none.
  package typealias Reading = Result<[UInt8], SourceError>

  private let policy: ScanPolicy
  private let sizeLimit: Int64

  /// Reads files of up to `sizeLimit` bytes; longer ones fail as `tooLarge` without being opened.
  package init(policy: ScanPolicy, sizeLimit: Int64) {
    self.policy = policy
    self.sizeLimit = sizeLimit
  }

  /// Reads files; those of sources that cannot be used have no reading.
  ///
  /// A source that fails several times in a row is left alone for the rest of the pass.
  package func read(
    _ requests: [Request],
    with sessions: SourceSessions
  ) async -> [Int64: Reading] {
    let bySource = Dictionary(grouping: requests) { $0.source }
    return await withTaskGroup(of: [(Request, Reading)].self) { group in
      for (source, files) in bySource {
        group.addTask { await read(files, of: source, with: sessions) }
      }
      var readings: [Int64: Reading] = [:]
      for await part in group {
        for (request, reading) in part { readings[request.id] = reading }
      }
      return readings
    }
  }

  private func read(
    _ requests: [Request],
    of source: SourceID,
    with sessions: SourceSessions
  ) async -> [(Request, Reading)] {
    guard let session = await sessions.session(with: source) else { return [] }
    let sizeLimit = sizeLimit
    let lane = FileLane<Request, [UInt8]>(session: session, policy: policy) {
      request async throws(SourceError) in
      try await Self.content(of: request.file, through: session, sizeLimit)
    }
    let (readings, end) = await withTaskExecutorPreference(session.executor) {
      await lane.run(requests)
    }
    if let end { await sessions.leaveOut(source, because: ScanFailure(end)) }
    return readings
  }

  private static func content(
    of file: PublishedFile,
    through session: any SourceSession,
    _ sizeLimit: Int64
  ) async throws(SourceError) -> [UInt8] {
    guard file.size ?? 0 <= sizeLimit else {
      throw SourceError(.tooLarge, retry: .permanent, scope: .entry, path: file.path)
    }
    return try await file.read(through: session) { reader async throws(SourceError) in
      var bytes: [UInt8] = []
      // A source that does not say how long a file is may have one without end.
      while Int64(bytes.count) <= sizeLimit {
        let wanted = min(file.size.map { Int($0) - bytes.count } ?? 64 << 10, 256 << 10)
        guard wanted > 0 else { return bytes }
        let piece = try await reader.read(at: Int64(bytes.count), count: wanted)
        guard !piece.isEmpty else {
          guard file.size == nil else { throw SourceError(.changedDuringRead) }
          return bytes
        }
        bytes += piece
      }
      throw SourceError(.tooLarge, retry: .permanent, scope: .entry, path: file.path)
    }
  }

  /// What a failure to read a file means: `nil` where the file itself is at fault, and would be the next
  /// time.
  package func outcome(of error: SourceError, attempt: Int) -> WorkOutcome? {
    switch error.kind {
    case .notFound, .permissionDenied, .notADirectory, .isADirectory, .tooLarge, .unsupported:
      return nil
    default:
      let mayPass = error.retry == .temporary || error.scope != .entry
      guard mayPass || error.kind == .changedDuringRead else { return nil }
      return FingerprintRules(policy).outcome(of: error, attempt: attempt)
    }
  }
}
