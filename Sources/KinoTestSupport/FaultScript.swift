import KinoCore

/// What goes wrong in a ``MemorySource``, and how often.
struct FaultScript {
  private struct Fault {
    var error: SourceError
    var occurrence: Occurrence
    /// The page that fails, counted from 0; `nil` for any.
    var page: Int?
  }

  var offline: SourceError?
  private var faults: [SourceCall: [Fault]] = [:]
  private var everywhere: [SourceCall.Operation: [Fault]] = [:]
  private var delays: [SourceCall: Duration] = [:]
  /// The directories whose listings lack everything, and say that they are complete.
  var emptyLooks: Set<SourcePath> = []
  private var endings: [SourcePath: (reasons: [IncompleteReason], occurrence: Occurrence)] = [:]

  mutating func add(
    _ error: SourceError,
    for operation: SourceCall.Operation,
    at path: SourcePath?,
    page: Int?,
    _ occurrence: Occurrence
  ) {
    guard occurrence != .times(0) else { return }
    let fault = Fault(error: error, occurrence: occurrence, page: page)
    if let path {
      faults[SourceCall(operation, path), default: []].append(fault)
    } else {
      everywhere[operation, default: []].append(fault)
    }
  }

  mutating func setDelay(_ duration: Duration?, of call: SourceCall) { delays[call] = duration }

  func delay(of call: SourceCall) -> Duration? { delays[call] }

  mutating func setEnding(
    _ reasons: [IncompleteReason],
    of path: SourcePath,
    _ occurrence: Occurrence
  ) {
    endings[path] = (reasons, occurrence)
  }

  mutating func ending(of path: SourcePath) -> [IncompleteReason]? {
    guard let ending = endings[path] else { return nil }
    endings[path] = ending.occurrence.next().map { (ending.reasons, $0) }
    return ending.reasons
  }

  /// Throws the next fault that is scripted for a call.
  mutating func play(_ call: SourceCall, page: Int? = nil) throws(SourceError) {
    if let offline, call.operation != .close { throw offline }
    if let error = Self.take(&faults[call, default: []], page: page) { throw error }
    if let error = Self.take(&everywhere[call.operation, default: []], page: page) { throw error }
  }

  private static func take(_ faults: inout [Fault], page: Int?) -> SourceError? {
    guard let index = faults.firstIndex(where: { $0.page == page }) else { return nil }
    let error = faults[index].error
    if let rest = faults[index].occurrence.next() {
      faults[index].occurrence = rest
    } else {
      faults.remove(at: index)
    }
    return error
  }

  mutating func clear() { self = FaultScript() }
}
