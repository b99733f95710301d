public import KinoScan

/// A pass over the work that scans have queued: its events in order, and its report at the end.
///
/// It goes on whether or not anybody listens; only ``cancel()`` stops it, or the end of the task
/// that iterates it.
///
/// ```swift
/// let work = library.processPendingWork()
/// for await event in work { print(event) }
/// if let due = await work.report.nextDue { wake(at: due) }
/// ```
public struct PendingWork: AsyncSequence, Sendable {
  /// What a pass says while it works.
  public typealias Element = WorkEvent
  /// A pass's failure is in its report.
  public typealias Failure = Never

  private let task: ObservedTask<WorkEvent, WorkReport>

  /// Begins at once.
  init(
    _ work: @escaping @Sendable (@escaping @Sendable (WorkEvent) -> Void) async -> WorkReport
  ) {
    task = ObservedTask(work)
  }

  /// Stops the pass at the next possible moment, usually within milliseconds.
  ///
  /// What is done stays done; what was begun is left to the next pass.
  public func cancel() { task.cancel() }

  /// What the pass came to.
  ///
  /// Waits for its end. Cancelling the waiting task does not stop the pass.
  public var report: WorkReport {
    get async { await task.report }
  }

  /// The events from the beginning; one iteration is allowed.
  ///
  /// Of more than 1,024 that wait the oldest are lost, and the last one, `finished`, never is.
  public func makeAsyncIterator() -> AsyncStream<WorkEvent>.Iterator {
    task.events.makeAsyncIterator()
  }
}
