package import KinoCore
internal import Synchronization

/// Keeps what is published of a source current: turns hints into scans, and scans into work.
///
/// Hints are never evidence: nothing is published but by the scans that they lead to.
package struct SourceKeeper: Sendable {
  /// Begins a watch.
  package typealias Watch = @Sendable () async throws(SourceError) -> ChangeWatch
  /// Makes a scan of a scope or more, and says of what; cancelling the task ends it.
  package typealias Scan = @Sendable (ScanScope) async -> (covered: ScanScope, report: ScanReport)
  /// Does what scans have queued.
  package typealias Work = @Sendable () async -> WorkReport
  package typealias Emit = @Sendable (WatchEvent) -> Void

  private let watch: Watch
  private let scan: Scan
  private let work: Work
  private let policy: WatchPolicy
  private let clock: any KinoClock
  private let desk: Desk

  package init(
    watch: @escaping Watch,
    scan: @escaping Scan,
    work: @escaping Work,
    policy: WatchPolicy,
    clock: any KinoClock
  ) {
    self.watch = watch
    self.scan = scan
    self.work = work
    self.policy = policy
    self.clock = clock
    desk = Desk(policy)
  }

  /// Goes on until the task is cancelled, or there is nothing more to be done.
  ///
  /// - Parameter emit: Called from any thread; must return quickly.
  /// - Returns: Why the source is not kept current any more; `nil` when nothing went wrong.
  package func run(emit: @escaping Emit) async -> ScanFailure? {
    await withTaskGroup(of: ScanFailure?.self) { group in
      group.addTask {
        await follow(emit)
        return nil
      }
      group.addTask {
        let failure = await scanWhenDue(emit)
        desk.end()
        return failure
      }
      group.addTask {
        await workWhenDue(emit)
        return nil
      }
      var failure: ScanFailure?
      for await ending in group {
        failure = failure ?? ending
        if desk.isOver { group.cancelAll() }
      }
      return failure
    }
  }

  /// Watches, and watches again after failures, until the task is cancelled or it is hopeless.
  private func follow(_ emit: Emit) async {
    var failures = 0
    while !Task.isCancelled {
      let error = await follow(emit, &failures)
      guard error.kind != .cancelled, !Task.isCancelled else { return }
      emit(.notWatching(error))
      failures += 1
      let isHopeless = error.isHopelessToWatch
      desk.noteUnwatched(forGood: isHopeless)
      guard !isHopeless else { return }
      guard (try? await clock.sleep(for: policy.delay(afterFailures: failures))) != nil else {
        return
      }
    }
  }

  private func follow(_ emit: Emit, _ failures: inout Int) async -> SourceError {
    do throws(SourceError) {
      let watch = try await watch()
      defer { watch.close() }
      emit(.watching)
      desk.noteWatched(at: clock.monotonic())
      while true {
        let hints = try await watch.next()
        failures = 0
        desk.note(hints, at: clock.monotonic())
      }
    } catch {
      return error
    }
  }

  /// Scans what is due, one scan after the other.
  private func scanWhenDue(_ emit: Emit) async -> ScanFailure? {
    while !Task.isCancelled {
      switch desk.next(at: clock.monotonic()) {
      case .over: return nil
      case .wait(let duration): await desk.scans.wait(atMost: duration, clock)
      case .scan(let scope):
        let (covered, report) = await scan(scope)
        guard !Task.isCancelled else { return nil }
        emit(.scanned(covered, report))
        if let failure = desk.note(report, of: scope, at: clock.monotonic()) { return failure }
      }
    }
    return nil
  }

  /// Works on what scans have queued, and on what waited for its time.
  private func workWhenDue(_ emit: Emit) async {
    var due: Timestamp?
    while !Task.isCancelled {
      // The wall clock may jump: what is due is asked for at least this often.
      let wait = due.map { max(.zero, min($0.since(clock.now()), .seconds(3_600))) }
      await desk.works.wait(atMost: wait, clock)
      guard !Task.isCancelled else { return }
      let isDue = due.map { $0 <= clock.now() } ?? false
      guard desk.takeWork() || isDue else { continue }
      let report = await work()
      guard !Task.isCancelled else { return }
      due = report.nextDue
      emit(.worked(report))
    }
  }
}

extension SourceError {
  /// Whether trying to watch again is of no use.
  fileprivate var isHopelessToWatch: Bool {
    switch kind {
    case .unsupported, .tooLarge: true
    default: false
    }
  }
}
