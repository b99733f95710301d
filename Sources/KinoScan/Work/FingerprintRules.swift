internal import KinoCore

/// Decides what the fingerprint of a file needs, and what a failure to read it means.
struct FingerprintRules: Sendable {
  private let policy: ScanPolicy

  init(_ policy: ScanPolicy) { self.policy = policy }

  enum Need: Hashable {
    /// Nothing: it has one, or can have none.
    case has([UInt8]?)
    /// It may still be written; again after so long.
    case early(Duration)
    /// It is not there to be read.
    case gone(WorkFailure)
    /// It must be read.
    case unread
  }

  /// Judges a file by what is published of it.
  ///
  /// Every file of a byte or more gets a fingerprint, whatever its kind. An empty one has nothing to
  /// tell it by, one of unknown size could not be compared, and a disc is no single file.
  func judge(_ file: WorkSubject, at now: Timestamp) -> Need {
    guard file.availability == .present else {
      return .gone(WorkFailure(kind: "absent", message: "The file is not there, or is left out."))
    }
    if let fingerprint = file.fingerprint, fingerprint.first == ContentFingerprint.version {
      return .has(fingerprint)
    }
    guard file.isPlainFile, let size = file.size, size > 0 else { return .has(nil) }
    let rest = policy.settleTime - age(of: file, at: now)
    return rest > .zero ? .early(rest) : .unread
  }

  /// How long the file was left alone.
  ///
  /// A date further ahead than the settle time is nonsense and tells nothing.
  private func age(of file: WorkSubject, at now: Timestamp) -> Duration {
    let age = now.since(file.modifiedAt ?? file.changedAt)
    return age < .zero - policy.settleTime ? policy.settleTime : max(.zero, age)
  }

  /// What a failed reading leads to.
  ///
  /// Whether a file that cannot be found or opened is gone only a scan can tell, and until then it is
  /// tried again, less often than after a failure that passes. So is one that was in turn when its
  /// source refused a login or could not be trusted: that says nothing about the file.
  func outcome(of error: SourceError, attempt: Int) -> WorkOutcome {
    let failure = WorkFailure(kind: error.kind.rawValue, message: Self.message(for: error))
    switch error.kind {
    case .notFound, .notADirectory, .isADirectory, .permissionDenied,
      .sourceMissing, .authenticationFailed, .tlsFailure, .redirectRefused:
      return .failed(failure, again: delay(policy.absenceDelay, attempt))
    case .changedDuringRead:
      return .failed(failure, again: delay(policy.workDelay, attempt))
    default:
      guard error.retry == .temporary else { return .failed(failure, again: nil) }
      let wanted = error.retryAfter ?? .zero
      return .failed(failure, again: max(wanted, delay(policy.workDelay, attempt)))
    }
  }

  /// Four times as long after each attempt.
  private func delay(_ first: Duration, _ attempt: Int) -> Duration {
    first * (1 << (2 * min(max(0, attempt - 1), 8)))
  }

  /// No path: the row names the file.
  private static func message(for error: SourceError) -> String {
    if error.kind == .changedDuringRead {
      return "The file is not as it was listed: it was written to meanwhile, or the source tells"
        + " another length or time when it is read."
    }
    var error = error
    error.path = nil
    return "The file's content cannot be read: \(error)."
  }
}
