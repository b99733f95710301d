package import Kinothek

/// How a command ends, for the shell.
package enum ExitCode: Int32, Sendable {
  case completed = 0
  case failed = 1
  case usage = 2
  case sourceUnavailable = 3
  case removalsHeld = 4
  case cancelled = 130

  /// The code for a scan's outcome.
  package init(_ report: ScanReport, isPlanOnly: Bool) {
    switch report.state {
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
