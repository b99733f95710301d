public import KinoScan

/// A scan under way: its events in order, and its report at the end.
///
/// The scan goes on whether or not anybody listens; only ``cancel()`` stops it, or the end of the
/// task that iterates it.
///
/// ```swift
/// let scan = library.scan(source.id)
/// for await event in scan { print(event) }
/// print(await scan.report.added)
/// ```
public struct Scan: AsyncSequence, Sendable {
  /// What a scan says while it works.
  public typealias Element = ScanEvent
  /// A scan's failure is in its report.
  public typealias Failure = Never

  private let task: ObservedTask<ScanEvent, ScanReport>

  /// Begins at once.
  init(
    _ work: @escaping @Sendable (@escaping @Sendable (ScanEvent) -> Void) async -> ScanReport
  ) {
    task = ObservedTask(work)
  }

  /// Stops the scan at the next possible moment, usually within milliseconds.
  ///
  /// What is published stays as it was; what was found is kept for the next scan.
  public func cancel() { task.cancel() }

  /// What the scan came to.
  ///
  /// Waits for its end. Cancelling the waiting task does not stop the scan.
  public var report: ScanReport {
    get async { await task.report }
  }

  /// The events from the beginning; one iteration is allowed.
  ///
  /// Of more than 1,024 that wait the oldest are lost, and the last one, `finished`, never is.
  public func makeAsyncIterator() -> AsyncStream<ScanEvent>.Iterator {
    task.events.makeAsyncIterator()
  }
}
