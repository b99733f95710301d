import KinoCore
import Testing

@testable import KinoStorage

@Suite("Hybrid clock")
struct HybridClockTests {
  private let mine = UID(high: 1, low: 1)
  private let other = UID(high: 2, low: 2)

  @Test("events of one millisecond are told apart by the counter")
  func counts() {
    var clock = HybridClock(device: mine)
    let first = clock.tick(at: at(1000))
    let second = clock.tick(at: at(1000))
    #expect(first == time(1000, 0))
    #expect(second == time(1000, 1))
  }

  @Test("a wall clock that goes back does not take later events back")
  func goesBack() {
    var clock = HybridClock(device: mine)
    let before = clock.tick(at: at(5000))
    let after = clock.tick(at: at(2000))
    #expect(after > before)
  }

  @Test("an event after another device's is later than it")
  func observes() {
    var clock = HybridClock(device: mine)
    let remote = HybridTime(milliseconds: at(9000).milliseconds, counter: 7, device: other)
    clock.observe(remote, at: at(8000))
    #expect(clock.tick(at: at(8000)) > remote)
  }

  @Test("a device years ahead does not move the clock")
  func passesOver() {
    var clock = HybridClock(device: mine)
    clock.observe(HybridTime(milliseconds: farAhead, counter: 0, device: other), at: at(8000))
    #expect(clock.tick(at: at(8000)) == time(8000, 0))
  }

  @Test("a clock that itself was years ahead starts again from the wall clock")
  func recovers() {
    let ahead = HybridTime(milliseconds: farAhead, counter: 3, device: mine)
    var clock = HybridClock(device: mine, last: ahead)
    let next = clock.tick(at: at(8000))
    #expect(next == time(8000, 0))
    #expect(next.replaces(ahead, at: at(8000)))
  }

  @Test("a clock that fell back to 1970 does not give times that lose against all others")
  func lostBattery() {
    var clock = HybridClock(device: mine)
    let before = clock.tick(at: at(0))
    let after = clock.tick(at: Timestamp(milliseconds: 5))
    #expect(after > before)
  }

  @Test("the later of two credible values wins, whatever order they arrive in")
  func laterWins() {
    let early = HybridTime(milliseconds: 10, counter: 0, device: other)
    let late = HybridTime(milliseconds: 10, counter: 1, device: mine)
    #expect(late.replaces(early, at: at(20)))
    #expect(!early.replaces(late, at: at(20)))
  }

  @Test("a value dated years ahead never replaces a credible one")
  func futureLoses() {
    let ahead = HybridTime(milliseconds: farAhead, counter: 0, device: other)
    let credible = HybridTime(milliseconds: 10, counter: 0, device: mine)
    #expect(!ahead.replaces(credible, at: at(20)))
    #expect(credible.replaces(ahead, at: at(20)))
  }

  @Test("equal times of two devices have one order everywhere")
  func deviceDecides() {
    let first = HybridTime(milliseconds: 10, counter: 0, device: mine)
    let second = HybridTime(milliseconds: 10, counter: 0, device: other)
    #expect(first < second)
    #expect(!(second < first))
  }

  private func time(_ milliseconds: Int64, _ counter: Int64) -> HybridTime {
    HybridTime(milliseconds: at(milliseconds).milliseconds, counter: counter, device: mine)
  }

  /// 2030-01-01, years ahead of the test's clock.
  private let farAhead: Int64 = 1_893_456_000_000

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: LibraryFixture.epoch.milliseconds + milliseconds)
  }
}
