import KinoCore
import KinoTestSupport

@testable import KinoScan

/// A source in memory, a library that records, and a clock that a test moves.
struct World {
  let memory: MemorySource
  let store: RecordingStore
  let clock = ManualClock(.jumping)
  /// What heartbeats sleep on: it stands still unless a test moves it.
  let beats = ManualClock(.held)

  init(_ prepare: (inout RecordingStore.State) -> Void = { _ in }) {
    memory = MemorySource()
    store = RecordingStore(prepare)
  }

  /// A heartbeat would jump the clock on and on; it waits on a clock of its own.
  func orchestrator(policy: ScanPolicy = ScanPolicy()) -> ScanOrchestrator {
    let memory = memory
    return ScanOrchestrator(
      store: store,
      connect: { _ async throws(SourceError) in try await memory.connect() },
      policy: policy,
      folding: PlainFolding(),
      clock: PatientClock(inner: clock, beats: beats, heartbeat: policy.heartbeat),
      isAlive: { _ in true }
    )
  }

  func scan(
    _ options: ScanOptions = ScanOptions(),
    policy: ScanPolicy = ScanPolicy()
  ) async -> ScanReport {
    let command = ScanCommand(
      source: RecordingStore.source,
      mode: .full,
      scope: .root,
      options: options
    )
    return await orchestrator(policy: policy).scan(command) { _ in }
  }
}

/// A clock on which heartbeats sleep on a clock of their own, and all else jumps.
private struct PatientClock: KinoClock {
  let inner: ManualClock
  let beats: ManualClock
  let heartbeat: Duration

  func now() -> Timestamp { inner.now() }
  func monotonic() -> Duration { inner.monotonic() }

  func sleep(for duration: Duration) async throws(CancellationError) {
    guard duration == heartbeat else { return try await inner.sleep(for: duration) }
    try await beats.sleep(for: duration)
  }
}

/// Folds nothing: the names of these tests are compared as bytes.
private struct PlainFolding: UnicodeFolding {
  var version: String { "plain" }
  func composed(_ text: String) -> String { text }
  func folded(_ text: String) -> String { text }
}
