internal import KinoCore

/// Keeps the claims of a block alive for as long as it is worked on.
struct WorkLease: Sendable {
  let queue: any WorkStore
  let policy: ScanPolicy
  let clock: any KinoClock

  /// Works while the claims are kept.
  ///
  /// A heartbeat that fails is made good by the next; where none comes through, the results are
  /// refused when they are written.
  func keeping<Value: Sendable>(
    _ claims: [WorkClaim],
    _ work: @escaping @Sendable () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result = await withTaskGroup(of: Result<Value, StorageError>?.self) { group in
      group.addTask {
        await beat(for: claims)
        return nil
      }
      group.addTask {
        do throws(StorageError) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      var result: Result<Value, StorageError>?
      for await ended in group {
        result = result ?? ended
        if result != nil { group.cancelAll() }
      }
      return result
    }
    guard let result else { throw StorageError(.cancelled, message: "The work was cancelled.") }
    return try result.get()
  }

  private func beat(for claims: [WorkClaim]) async {
    while true {
      do throws(CancellationError) {
        try await clock.sleep(for: policy.workHeartbeat)
      } catch {
        return
      }
      let lease = policy.workLease.wholeMilliseconds
      _ = try? await queue.heartbeat(claims, at: clock.now(), lease: lease)
    }
  }
}
