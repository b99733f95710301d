import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("Schedule of a watched source")
struct ScanScheduleTests {
  private let policy: WatchPolicy = {
    var policy = WatchPolicy()
    policy.fullScanInterval = nil
    policy.unwatchedInterval = nil
    return policy
  }()

  /// A schedule whose first scan has been made.
  private func begun(_ policy: WatchPolicy? = nil) -> ScanSchedule {
    var schedule = ScanSchedule(policy ?? self.policy)
    schedule.noteWatched(at: .zero)
    #expect(schedule.take(at: .zero) == .root)
    schedule.noteSuccess()
    return schedule
  }

  /// What is scanned while hints come at these times, asked every tenth of a second.
  private func scans(
    _ schedule: inout ScanSchedule,
    until end: Duration,
    _ hints: (Duration) -> [ChangeHint]
  ) -> [ScanScope] {
    var scans: [ScanScope] = []
    var now = Duration.zero
    while now <= end {
      for hint in hints(now) { schedule.note(hint, at: now) }
      if let scope = schedule.take(at: now) { scans.append(scope) }
      now += .milliseconds(100)
    }
    return scans
  }

  @Test("the first scan is a full one, at once, and nothing is due after it")
  func first() {
    var schedule = ScanSchedule(policy)
    #expect(schedule.due == .zero)
    #expect(schedule.take(at: .zero) == .root)
    #expect(schedule.due == nil)
    #expect(schedule.take(at: .seconds(100)) == nil)
  }

  @Test("a hint leads to one scan of its directory, when it has been quiet for a moment")
  func quiet() {
    var schedule = begun()
    schedule.note(.changed(.path("a")), at: .seconds(10))
    #expect(schedule.due == .seconds(11))
    #expect(schedule.take(at: .milliseconds(10_900)) == nil)
    #expect(schedule.take(at: .seconds(11)) == .subtrees([.path("a")]))
    #expect(schedule.due == nil)
  }

  @Test("a copy of thousands of files takes few scans")
  func copying() {
    var schedule = begun()
    let scans = scans(&schedule, until: .seconds(62)) { now in
      now > .seconds(60) ? [] : (0..<20).map { .changed(.path("a/\($0)")) }
    }
    #expect(scans.count == 4)
  }

  @Test("a file that grows for a minute is scanned at the longest wait, and at its end")
  func growing() {
    var schedule = begun()
    let scans = scans(&schedule, until: .seconds(62)) { now in
      now > .seconds(58) ? [] : [.changed(.path("a"))]
    }
    #expect(scans == Array(repeating: .subtrees([.path("a")]), count: 4))
  }

  @Test("lost hints lead to a full scan")
  func overflow() {
    var schedule = begun()
    schedule.note(.changed(.path("a")), at: .zero)
    schedule.note(.overflow, at: .zero)
    #expect(schedule.take(at: .seconds(1)) == .root)
  }

  @Test("what was to be scanned is scanned again after a failure, later each time")
  func failures() {
    var schedule = begun()
    schedule.note(.changed(.path("a")), at: .zero)
    var now = Duration.seconds(1)
    for delay in [5, 10, 20, 40, 80, 160, 300, 300] {
      #expect(schedule.take(at: now) == .subtrees([.path("a")]))
      schedule.noteFailure(of: .subtrees([.path("a")]), at: now)
      #expect(schedule.due == now + .seconds(delay))
      now += .seconds(delay)
    }
    #expect(schedule.take(at: now) != nil)
    schedule.noteSuccess()
    schedule.note(.changed(.path("b")), at: now)
    #expect(schedule.due == now + .seconds(1))
  }

  @Test("hints that come during a scan lead to another one")
  func during() {
    var schedule = begun()
    schedule.note(.changed(.path("a")), at: .zero)
    #expect(schedule.take(at: .seconds(1)) != nil)
    schedule.note(.changed(.path("a")), at: .seconds(2))
    schedule.noteSuccess()
    #expect(schedule.due == .seconds(3))
  }

  @Test("another process's scan does not answer for a hint")
  func joined() {
    var schedule = begun()
    schedule.note(.changed(.path("a")), at: .zero)
    #expect(schedule.take(at: .seconds(1)) != nil)
    schedule.giveBack(.subtrees([.path("a")]), at: .seconds(2))
    #expect(schedule.take(at: .seconds(3)) == .subtrees([.path("a")]))
  }

  @Test("a watched and an unwatched source are scanned at intervals of their own")
  func intervals() {
    var policy = policy
    policy.fullScanInterval = .seconds(3_600)
    policy.unwatchedInterval = .seconds(60)
    var schedule = begun(policy)
    #expect(schedule.due == .seconds(3_600))
    schedule.noteUnwatched()
    #expect(schedule.due == .seconds(60))
    #expect(schedule.take(at: .seconds(60)) == .root)
    #expect(schedule.due == .seconds(120))
  }

  @Test("what changed while nobody watched is looked for when the watch is back")
  func rewatched() {
    var schedule = begun()
    schedule.noteUnwatched()
    schedule.noteWatched(at: .seconds(50))
    #expect(schedule.take(at: .seconds(51)) == .root)
  }
}
