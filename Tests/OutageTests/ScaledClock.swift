import KinoCore
import Synchronization

/// A clock whose waits are a twentieth as long, and whose wall time is what a test says.
///
/// The wall stands still but for a millisecond at each look, so that what comes later is later.
final class ScaledClock: KinoClock {
  private static let factor = 20
  private let start = ContinuousClock.now
  private let wall: Mutex<Timestamp>

  init(now: Timestamp = Timestamp(milliseconds: 2_000_000_000_000)) {
    wall = Mutex(now)
  }

  func now() -> Timestamp {
    wall.withLock { wall in
      wall = wall.advanced(by: .milliseconds(1))
      return wall
    }
  }

  func monotonic() -> Duration { (ContinuousClock.now - start) * Self.factor }

  func sleep(for duration: Duration) async throws(CancellationError) {
    guard duration > .zero else { return }
    do {
      try await ContinuousClock().sleep(for: duration / Self.factor)
    } catch {
      throw CancellationError()
    }
  }

  /// Moves the wall in either direction, as an administrator would.
  func advance(by duration: Duration) {
    wall.withLock { $0 = $0.advanced(by: duration) }
  }
}
