package import Kinothek

/// How a command ends, for the shell.
package enum ExitCode: Int32, Sendable {
  case completed = 0
  case failed = 1
  case usage = 2
  case sourceUnavailable = 3
  case removalsHeld = 4
  case cancelled = 130

  /// The code for a scan's outcome, and for that of the work after it.
  ///
  /// Work that was stopped is left to the next run and no failure.
  package init(_ report: ScanReport, _ work: WorkReport? = nil, isPlanOnly: Bool) {
    switch report.state {
    case .completed where work?.failure != nil: self = .failed
    case .completed: self = report.held > 0 ? .removalsHeld : .completed
    case .cancelled: self = isPlanOnly && report.plan != nil ? .completed : .cancelled
    default: self = report.failure?.isSourceFailure == true ? .sourceUnavailable : .failed
    }
  }

  /// The code for what a source did not do.
  package init(_ error: SourceError) {
    switch error.kind {
    case .cancelled: self = .cancelled
    case _ where error.scope == .root || error.scope == .connection: self = .sourceUnavailable
    default: self = .failed
    }
  }
}
