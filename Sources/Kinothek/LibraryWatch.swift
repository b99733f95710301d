public import KinoScan

/// A source that is kept current: what happens, in order, and why it ended.
///
/// It goes on whether or not anybody listens; only ``cancel()`` stops it, or the end of the task
/// that iterates it.
///
/// ```swift
/// for await event in library.keepCurrent(source.id) {
///   if case .scanned(_, let report) = event { show(report) }
/// }
/// ```
public struct LibraryWatch: AsyncSequence, Sendable {
  /// What is said meanwhile.
  public typealias Element = WatchEvent
  /// A failure is in the last event.
  public typealias Failure = Never

  private let task: ObservedTask<WatchEvent, ScanFailure?>

  /// Begins at once.
  init(
    _ work: @escaping @Sendable (@escaping @Sendable (WatchEvent) -> Void) async -> ScanFailure?
  ) {
    task = ObservedTask(work)
  }

  /// Stops it at the next possible moment, usually within milliseconds, with a scan under way.
  public func cancel() { task.cancel() }

  /// Waits for its end.
  ///
  /// Cancelling the waiting task does not stop it.
  ///
  /// - Returns: Why the source is not kept current any more; `nil` when it was cancelled, or when
  ///   there is nothing more to be done.
  public var failure: ScanFailure? {
    get async { await task.report }
  }

  /// The events from the beginning; one iteration is allowed.
  ///
  /// Of more than 1,024 that wait the oldest are lost, and the last one, `ended`, never is.
  public func makeAsyncIterator() -> AsyncStream<WatchEvent>.Iterator {
    task.events.makeAsyncIterator()
  }
}
