import Kinothek

/// How the command ends, for the shell.
enum ExitCode: Int32 {
  case completed = 0
  case failed = 1
  case usage = 2
  case sourceUnavailable = 3
  case removalsHeld = 4
  case cancelled = 130

  /// The code for a scan's outcome.
  init(_ report: ScanReport, isPlanOnly: Bool) {
    switch report.state {
    case .completed: self = report.held > 0 ? .removalsHeld : .completed
    case .cancelled: self = isPlanOnly && report.plan != nil ? .completed : .cancelled
    default: self = report.failure?.isSourceFailure == true ? .sourceUnavailable : .failed
    }
  }
}
