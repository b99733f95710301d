internal import KinoCore

/// Why a scan does not go on.
enum ScanStop: Error {
  /// The task was cancelled, or somebody asked the run to stop.
  case cancelled
  /// The source cannot be used, or is not what it was.
  case source(ScanFailure, availability: SourceAvailability?)
  /// The library cannot be written or read.
  case storage(StorageError)

  init(_ error: StorageError) {
    self = error.kind == .cancelled ? .cancelled : .storage(error)
  }

  /// What is stored and shown; `nil` for a cancellation.
  var failure: ScanFailure? {
    switch self {
    case .cancelled: nil
    case .source(let failure, _): failure
    case .storage(let error):
      ScanFailure(kind: error.kind.rawValue, message: error.message, isSourceFailure: false)
    }
  }
}
