import Foundation
import KinoCore
import KinoTestSupport

@testable import Kinothek

/// A library in a temporary folder, a source in memory, and a clock that a test moves.
final class World {
  let folder: String
  let memory = MemorySource()
  let clock = ManualClock(.jumping)
  private(set) var library: MediaLibrary

  init(policy: ScanPolicy = ScanPolicy()) async throws {
    folder = NSTemporaryDirectory() + "kinothek-" + UUID().uuidString
    library = try await MediaLibrary.open(
      directory: folder,
      adapters: [MemoryAdapter(memory)],
      policy: policy,
      clock: HeartbeatClock(inner: clock, heartbeats: [policy.heartbeat, policy.workHeartbeat])
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func addSource(filter: FilterSettings = FilterSettings()) async throws -> Source {
    try await library.sources.add(MemoryAdapter.configuration, name: "Films", filter: filter)
  }

  /// Does what is pending; half a minute has passed since files were written.
  @discardableResult
  func work() async -> WorkReport {
    await library.processPendingWork().report
  }

  func scan(
    _ source: Source,
    _ options: ScanOptions = ScanOptions(),
    only directories: [SourcePath] = []
  ) async -> ScanReport {
    await library.scan(source.id, only: directories, options: options).report
  }
}

/// A clock on which heartbeats sleep until they are cancelled, and all else jumps.
private struct HeartbeatClock: KinoClock {
  let inner: ManualClock
  let heartbeats: Set<Duration>

  func now() -> Timestamp { inner.now() }
  func monotonic() -> Duration { inner.monotonic() }

  func sleep(for duration: Duration) async throws(CancellationError) {
    guard heartbeats.contains(duration) else { return try await inner.sleep(for: duration) }
    try await ManualClock(.held).sleep(for: duration)
  }
}
