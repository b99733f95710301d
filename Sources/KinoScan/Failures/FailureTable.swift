package import KinoCore

/// Says what each failure of a source means, so that no failure is ever taken for an empty
/// directory.
///
/// It is asked once the layers around the session have used up the retries.
package struct FailureTable: Sendable {
  private let policy: ScanPolicy

  package init(_ policy: ScanPolicy) { self.policy = policy }

  /// What is known about the operation that failed.
  package struct Context: Hashable, Sendable {
    /// ``FailureStreak/count`` before this operation.
    package var streak: Int
    /// Whether the directory is the source's root.
    package var isRoot: Bool
    /// Whether the parent was listed once more because this directory was gone, and still had it.
    package var hasRelistedParent: Bool

    package init(streak: Int = 0, isRoot: Bool = false, hasRelistedParent: Bool = false) {
      self.streak = streak
      self.isRoot = isRoot
      self.hasRelistedParent = hasRelistedParent
    }
  }

  /// Judges one failure.
  package func verdict(for error: SourceError, _ context: Context = Context()) -> FailureVerdict {
    switch error.kind {
    case .cancelled:
      return .cancelled
    case .authenticationFailed:
      return fail(error, needsAttention: true)
    case .sourceMissing:
      return fail(error, needsAttention: false)
    case .notFound, .notADirectory:
      if context.isRoot { return fail(error, needsAttention: false) }
      return context.hasRelistedParent ? .subtreeUnreachable : .relistParent
    default:
      return error.retry == .temporary ? temporary(error, context) : permanent(error, context)
    }
  }

  /// Whether a directory is to be listed again at once, because it changed while it was listed.
  ///
  /// - Parameters:
  ///   - end: How the listing ended.
  ///   - listings: How often it was listed so far.
  /// - Returns: `false` when the listing stands as it is.
  package func listsAgain(after end: DirectoryEnd, listings: Int) -> Bool {
    guard case .incomplete(let reasons) = end else { return false }
    return reasons.contains(.changedDuringListing) && listings <= policy.relistings
  }

  /// Whether a failure counts towards ``FailureStreak``; any other is an answer.
  package func isTemporary(_ error: SourceError) -> Bool {
    switch error.kind {
    case .cancelled, .authenticationFailed, .sourceMissing, .notFound, .notADirectory: false
    default: error.retry == .temporary
    }
  }

  private func temporary(_ error: SourceError, _ context: Context) -> FailureVerdict {
    let isLast = context.streak + 1 >= policy.consecutiveFailures
    if isLast || context.isRoot || error.scope == .root {
      return fail(error, needsAttention: false)
    }
    return .subtreeUnreachable
  }

  private func permanent(_ error: SourceError, _ context: Context) -> FailureVerdict {
    let reachesSource = error.scope == .root || error.scope == .connection
    guard context.isRoot || reachesSource else { return .subtreeUnreachable }
    return fail(error, needsAttention: error.kind.callsForUser)
  }

  private func fail(_ error: SourceError, needsAttention: Bool) -> FailureVerdict {
    let failure = ScanFailure(error)
    return .failRun(failure, needsAttention ? .needsAttention(failure) : .offline(failure))
  }
}

extension SourceError.Kind {
  /// Whether only a person can change what failed.
  fileprivate var callsForUser: Bool {
    switch self {
    case .authenticationFailed, .permissionDenied, .redirectRefused, .tlsFailure,
      .nameNotRepresentable, .unsupported, .tooLarge:
      true
    default: false
    }
  }
}
