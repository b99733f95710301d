import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("The deletion plan")
struct DeletionPlanTests {
  private func plan(
    absent: Int = 0,
    of covered: Int = 0,
    holdsBefore: Timestamp? = nil,
    _ change: (inout StagingSummary) -> Void = { _ in }
  ) -> DeletionPlan {
    var summary = StagingSummary()
    summary.absent.videos = absent
    summary.coveredVideos = covered
    change(&summary)
    return DeletionPlan(summary, largest: [], holdsBefore: holdsBefore, policy: ScanPolicy())
  }

  // DL-4
  @Test(
    "the brake holds more than a quarter of the covered videos, and any large number",
    arguments: [
      (0, 0, false), (9, 9, false), (10, 10, true), (10, 40, false), (11, 40, true),
      (10, 39, true), (25, 100, false), (26, 100, true), (4_999, 1_000_000, false),
      (5_000, 1_000_000, true),
    ]
  )
  func brake(absent: Int, covered: Int, isHeld: Bool) {
    let plan = plan(absent: absent, of: covered)
    #expect(plan.decision.holdsNewRemovals == isHeld)
    #expect((plan.anomaly != nil) == isHeld)
  }

  @Test("sidecars follow their videos and do not count")
  func sidecars() {
    #expect(plan { $0.absent.sidecars = 100_000 }.verdict == .apply)
  }

  @Test("the numbers of the brake are the policy's")
  func policy() {
    var policy = ScanPolicy()
    policy.brakeMinimum = 2
    policy.brakePercent = 50
    var summary = StagingSummary()
    summary.absent.videos = 2
    summary.coveredVideos = 3
    let plan = DeletionPlan(summary, largest: [], holdsBefore: nil, policy: policy)
    #expect(plan.decision.holdsNewRemovals)
  }

  @Test("removals in suspect directories are named as held, and set no brake for the others")
  func suspects() {
    let plan = plan(absent: 1, of: 100) { $0.suspect.videos = 90 }
    #expect(plan.verdict == .apply)
    #expect(plan.anomaly?.contains("90 videos") == true)
  }

  @Test(
    "holds that are old enough are applied, whether the brake holds or not",
    arguments: [0, 50]
  )
  func confirms(_ absent: Int) {
    let time = Timestamp(milliseconds: 5)
    let plan = plan(absent: absent, of: 50, holdsBefore: time) { $0.confirmable.videos = 500 }
    #expect(plan.decision.appliesHoldsSince == time)
    #expect(plan.confirmsHolds)
    #expect(plan.decision.holdsNewRemovals == (absent == 50))
  }

  @Test("only a full scan confirms holds, at least the interval after they were made")
  func holdsBefore() {
    let now = Timestamp(milliseconds: 10_000)
    #expect(
      DeletionPlan.holdsBefore(mode: .full, now: now, interval: 4_000)
        == Timestamp(milliseconds: 6_000)
    )
    for mode in [ScanMode.incremental, .repair, .availability] {
      #expect(DeletionPlan.holdsBefore(mode: mode, now: now, interval: 0) == nil)
    }
  }

  @Test("people see what would happen, where, and why it is held")
  func description() {
    var summary = StagingSummary()
    summary.added = .init(videos: 3, sidecars: 12)
    summary.absent = .init(videos: 40, sidecars: 1)
    summary.coveredVideos = 100
    let removal = DirectoryRemoval(path: .path("Films"), videos: 40, sidecars: 1)
    let plan = DeletionPlan(summary, largest: [removal], holdsBefore: nil, policy: ScanPolicy())
    #expect(
      plan.description == """
                              videos   sidecars
        new                        3         12
        absent, held back         40          1
        held back: 40 of 100 videos would go missing: more than 25 %
          Films: 40 videos, 1 sidecars
        """
    )
    #expect(self.plan().description == "nothing to publish")
  }

  @Test("the keys of the lines are those of the plan's fields")
  func keys() {
    #expect(
      plan().lines.map(\.key) == [
        "added", "changed", "moved", "restored", "excluded", "absent", "suspect", "confirmable",
        "stillHeld",
      ]
    )
  }
}
