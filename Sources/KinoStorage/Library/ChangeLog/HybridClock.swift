package import KinoCore

/// A hybrid logical time: wall-clock milliseconds, a counter for events within one, and the device
/// that made it.
///
/// Times are totally ordered, and two devices order the same pair alike.
package struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch, as far as the device's clock was right.
  package var milliseconds: Int64
  /// Tells events of one millisecond apart, from 0.
  package var counter: Int64
  /// The device that made it; decides only between otherwise equal times.
  package var device: UID

  package init(milliseconds: Int64, counter: Int64, device: UID) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }

  /// How far a clock may be ahead of ours before its times are not believed, in milliseconds.
  package static let credibleLead: Int64 = 24 * 3_600_000

  /// The year 2023, in milliseconds: a clock that reads an earlier time has lost its battery, and
  /// judges nothing.
  package static let earliestCredibleClock: Int64 = 1_672_531_200_000

  /// Whether a clock that reads `now` can believe this time.
  package func isCredible(at now: Timestamp) -> Bool {
    guard now.milliseconds >= Self.earliestCredibleClock else { return true }
    return milliseconds <= now.milliseconds + Self.credibleLead
  }

  /// Whether a value of this time replaces one of `other`: last writer wins, but not a clock that
  /// was years ahead.
  ///
  /// A time that cannot be believed loses against one that can, so that a device that once was set
  /// to 2030 does not win until then.
  package func replaces(_ other: HybridTime, at now: Timestamp) -> Bool {
    switch (isCredible(at: now), other.isCredible(at: now)) {
    case (true, false): true
    case (false, true): false
    default: self > other
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.counter, left.device)
      < (right.milliseconds, right.counter, right.device)
  }
}

/// Gives every event of a device a later time than all events that the device has seen.
///
/// A pure value: its owner stores the last time and starts from it again.
package struct HybridClock: Hashable, Sendable {
  /// The latest time given or seen.
  package private(set) var last: HybridTime

  /// A clock that has given no time yet.
  package init(device: UID) {
    last = HybridTime(milliseconds: .min, counter: 0, device: device)
  }

  /// A clock that goes on from what a device gave or saw last.
  package init(device: UID, last: HybridTime) {
    self.last = HybridTime(
      milliseconds: last.milliseconds,
      counter: last.counter,
      device: device
    )
  }

  /// The time of a new event.
  ///
  /// It follows the wall clock where that moves on and counts where it stands or went back. When
  /// the last time lies too far ahead to be believed, it starts again from the wall clock.
  package mutating func tick(at now: Timestamp) -> HybridTime {
    let goesOn = last.isCredible(at: now) && last.milliseconds >= now.milliseconds
    if goesOn {
      last.counter += 1
    } else {
      last.milliseconds = now.milliseconds
      last.counter = 0
    }
    return last
  }

  /// Takes note of another device's time, so that the next tick is later; times that cannot be
  /// believed are passed over.
  package mutating func observe(_ remote: HybridTime, at now: Timestamp) {
    guard remote.isCredible(at: now) else { return }
    guard (remote.milliseconds, remote.counter) > (last.milliseconds, last.counter) else { return }
    last.milliseconds = remote.milliseconds
    last.counter = remote.counter
  }
}
