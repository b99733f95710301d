internal import KinoCore
internal import KinoScan

/// Makes what files show findable.
struct SearchHandler: WorkHandler {
  let store: any SearchStore
  let clock: any KinoClock

  var stage: WorkStage { .search }
  var readsFiles: Bool { false }
  var blockFactor: Int { 8 }

  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    let claims = subjects.map(\.claim)
    let refused = try await store.complete(claims, at: clock.now())
    return Dictionary(
      uniqueKeysWithValues: claims.map { claim in
        (claim, refused[claim] == nil ? .written : .refused)
      }
    )
  }
}
