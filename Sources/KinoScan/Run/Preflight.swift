internal import KinoCore

/// Makes sure that a source's root is there and is the one that the library knows.
///
/// An unmounted disk that left an empty mount point must never look like an empty library.
struct Preflight: Sendable {
  let store: any ScanStore
  let policy: ScanPolicy

  /// Checks the root before a traversal.
  ///
  /// - Returns: The identity to remember once the run has published.
  func check(
    _ session: any SourceSession,
    of source: SourceRecord,
    acceptsIdentity: Bool
  ) async throws(ScanStop) -> RootIdentity {
    let identity = try await readIdentity(session)
    if acceptsIdentity { return identity }
    if case .identity = identity, identity == source.rootIdentity { return identity }
    guard try await holdsKnownFiles(session, of: source) else { throw Self.replaced }
    return identity
  }

  /// Checks that the root is still the one that was traversed.
  func recheck(
    _ session: any SourceSession,
    against before: RootIdentity
  ) async throws(ScanStop) {
    let identity = try await readIdentity(session)
    guard identity == before else { throw Self.replaced }
  }

  private func readIdentity(_ session: any SourceSession) async throws(ScanStop) -> RootIdentity {
    do throws(SourceError) {
      return try await session.rootIdentity()
    } catch {
      throw Self.stop(for: error)
    }
  }

  /// Looks at a sample of published files; the source is the same when enough are where they were.
  ///
  /// A source that has published nothing has nothing to lose, and is what it is. A file that cannot
  /// be looked at speaks for neither; failures in a row, and too few matches beside any, are the
  /// source's own.
  private func holdsKnownFiles(
    _ session: any SourceSession,
    of source: SourceRecord
  ) async throws(ScanStop) -> Bool {
    let sample: [IdentitySample]
    do throws(StorageError) {
      sample = try await store.identitySample(of: source.id, limit: policy.rootSampleSize)
    } catch {
      throw ScanStop(error)
    }
    guard !sample.isEmpty else { return true }
    var evidence = IdentityEvidence(failureLimit: policy.consecutiveFailures)
    for file in IdentityEvidence.scattered(sample) where evidence.asks(about: file.path) {
      switch try await look(at: file, session) {
      case .same: evidence.noteAnswer(matches: true)
      case .different: evidence.noteAnswer(matches: false)
      case .failed(let error):
        evidence.noteFailure(error, of: file.path)
        if evidence.isHopeless { throw Self.stop(for: error) }
      case .unanswerable(let error): evidence.noteNoAnswer(error)
      }
    }
    let needed = max(1, min(policy.rootSampleMinimum, sample.count - evidence.unanswered))
    if evidence.suffices(needed, percent: policy.rootSamplePercent) { return true }
    if let lack = evidence.lack { throw Self.stop(for: lack) }
    return false
  }

  private enum Look {
    case same
    case different
    /// The file itself cannot be looked at now.
    case failed(SourceError)
    /// The source never answers for such a name.
    case unanswerable(SourceError)
  }

  private func look(
    at file: IdentitySample,
    _ session: any SourceSession
  ) async throws(ScanStop) -> Look {
    do throws(SourceError) {
      let entry = try await session.stat(file.path)
      return isSame(entry, as: file, FactRules(session.capabilities)) ? .same : .different
    } catch {
      switch error.kind {
      case .notFound, .permissionDenied, .notADirectory, .nameNotRepresentable: return .different
      default:
        guard error.scope == .entry else { throw Self.stop(for: error) }
        return FailureTable(policy).isTemporary(error) ? .failed(error) : .unanswerable(error)
      }
    }
  }

  /// Whether a file is the one that was published there, whatever has become of its content.
  ///
  /// A time that agrees tells it even where the length does not, unless the ids say otherwise: a server
  /// that told wrong lengths once is the same one when it tells the right ones.
  private func isSame(
    _ entry: SourceEntry,
    as file: IdentitySample,
    _ facts: FactRules
  ) -> Bool {
    guard entry.kind == .file else { return false }
    let agrees = facts.timesAgree(file.modifiedAt, entry.modifiedAt)
    if entry.size == file.size { return agrees ?? true }
    return agrees == true && !facts.idsContradict(file.stableID, entry.stableID)
  }

  /// What an error on the root means for the run: it ends, and no file changes.
  static func stop(for error: SourceError) -> ScanStop {
    if error.kind == .cancelled { return .cancelled }
    let failure = ScanFailure(error)
    switch error.kind {
    case .authenticationFailed, .tlsFailure, .redirectRefused, .permissionDenied:
      return .source(failure, availability: .needsAttention(failure))
    default:
      return .source(failure, availability: .offline(failure))
    }
  }

  private static var replaced: ScanStop {
    let failure = ScanFailure(
      kind: SourceError.Kind.sourceMissing.rawValue,
      message: "The root is not the one that was scanned before: another disk, an empty mount"
        + " point, or a restored copy. Nothing was changed. If it is the right one, accept its"
        + " new identity (scan-local: --accept-identity).",
      isSourceFailure: true
    )
    return .source(failure, availability: .offline(failure))
  }
}
