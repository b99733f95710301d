/// Something under way: its events in order, and its report at the end.
///
/// It goes on whether or not anybody listens; ``cancel()`` stops it, or the end of the task that
/// iterates its events.
struct ObservedTask<Event: Sendable, Report: Sendable>: Sendable {
  /// Events that are kept for a listener who is slow, or not there: a source may have any number of
  /// entries to complain of.
  static var bufferedEvents: Int { 1_024 }

  let events: AsyncStream<Event>
  private let task: Task<Report, Never>

  /// Begins at once.
  init(_ work: @escaping @Sendable (@escaping @Sendable (Event) -> Void) async -> Report) {
    let (events, continuation) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(Self.bufferedEvents)
    )
    self.events = events
    let task = Task {
      let report = await work { continuation.yield($0) }
      continuation.finish()
      return report
    }
    self.task = task
    continuation.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
  }

  func cancel() { task.cancel() }

  var report: Report {
    get async { await task.value }
  }
}
