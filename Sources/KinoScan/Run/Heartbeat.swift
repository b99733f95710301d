internal import KinoCore

/// Shows other processes that a run's owner lives, and hears whether the run shall stop.
struct Heartbeat: Sendable {
  let store: any ScanStore
  let clock: any KinoClock
  let interval: Duration

  /// Beats until cancelled, asked to stop, or replaced as owner.
  ///
  /// - Returns: Why the run must stop; `nil` when the heartbeat itself was cancelled.
  func beat(for run: RunHandle) async -> ScanStop? {
    while true {
      do throws(CancellationError) {
        try await clock.sleep(for: interval)
      } catch {
        return nil
      }
      do throws(StorageError) {
        if try await store.renew(run, at: clock.now()) { return .cancelled }
      } catch {
        switch error.kind {
        case .cancelled: return nil
        // A busy or full disk may pass before the lease ends; a lost run does not come back.
        case .ownershipLost, .notFound: return .storage(error)
        default: continue
        }
      }
    }
  }
}
