import KinoCore
import Testing

@testable import KinoStorage

@Suite("Covered clock")
struct CoveredClockTests {
  @Test("the first scan counts, and covers no time yet")
  func first() {
    let clock = CoveredClock().advanced(at: at(5 * hour), interval: hour)
    #expect(clock == CoveredClock(milliseconds: 0, scans: 1, advancedAt: at(5 * hour)))
  }

  @Test("a scan adds the time since the one before")
  func adds() {
    let clock = standing.advanced(at: at(3 * hour), interval: hour)
    #expect(clock == CoveredClock(milliseconds: 13 * hour, scans: 5, advancedAt: at(3 * hour)))
  }

  @Test("a scan too soon after the one before does not count; its time counts with the next")
  func tooSoon() {
    let soon = standing.advanced(at: at(hour - 1), interval: hour)
    #expect(soon == standing)
    #expect(soon.advanced(at: at(hour), interval: hour).milliseconds == 11 * hour)
  }

  @Test("many scans in quick succession count once an interval")
  func often() {
    var clock = standing
    for minute in 1...120 { clock = clock.advanced(at: at(Int64(minute) * 60_000), interval: hour) }
    #expect(clock.scans == 6)
    #expect(clock.milliseconds == 12 * hour)
  }

  @Test("an outage, or a clock that jumps ahead, adds half a day at most")
  func cap() {
    let clock = standing.advanced(at: at(365 * 24 * hour), interval: hour)
    #expect(clock.milliseconds == 22 * hour)
    #expect(clock.scans == 5)
  }

  @Test("a jump of the clock and the scans of the hours behind it end no grace of a day")
  func leap() {
    let missing = standing.marks(at: at(0))
    var clock = standing
    for leap in 0..<6 {
      clock = clock.advanced(at: at((720 + Int64(leap)) * hour), interval: hour)
    }
    #expect(clock.milliseconds - missing.milliseconds < 24 * hour)
  }

  @Test("a clock that was set back takes nothing back, and does not stand still")
  func setBack() {
    let back = standing.advanced(at: at(-100 * hour), interval: hour)
    #expect(back == CoveredClock(milliseconds: 10 * hour, scans: 4, advancedAt: at(-100 * hour)))
    #expect(back.advanced(at: at(-98 * hour), interval: hour).milliseconds == 12 * hour)
  }

  @Test("what goes missing in a scan that did not count needs one more")
  func marks() {
    let marks = standing.marks(at: at(hour / 2))
    #expect(marks.milliseconds == 10 * hour + hour / 2)
    #expect(marks.scans == 5)
    let counted = standing.marks(at: at(0))
    #expect(counted.milliseconds == 10 * hour)
    #expect(counted.scans == 4)
  }

  private let hour: Int64 = 3_600_000
  private var standing: CoveredClock {
    CoveredClock(milliseconds: 10 * hour, scans: 4, advancedAt: at(0))
  }

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: LibraryFixture.epoch.milliseconds + milliseconds)
  }
}
