import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("How long a retry waits")
struct RetryDelayTests {
  private func delay(
    attempt: Int,
    jitter: UInt64 = .max,
    after: Duration? = nil,
    retries: Int = 100
  ) -> Duration? {
    var policy = ScanPolicy()
    policy.retries = retries
    let error = SourceError(.timedOut, retryAfter: after)
    let context = FailureTable.Context(attempt: attempt, jitter: jitter)
    guard case .retry(let delay) = FailureTable(policy).verdict(for: error, context) else {
      return nil
    }
    return delay
  }

  @Test(
    "doubles from 250 ms up to 30 s, half of it left to chance",
    arguments: [(1, 250), (2, 500), (3, 1_000), (7, 16_000), (8, 30_000), (90, 30_000)]
  )
  func doubles(attempt: Int, milliseconds: Int) throws {
    let shortest = try #require(delay(attempt: attempt, jitter: 0))
    let longest = try #require(delay(attempt: attempt, jitter: .max))
    #expect(shortest == .milliseconds(milliseconds) / 2)
    #expect(longest <= .milliseconds(milliseconds))
    #expect(longest > .milliseconds(milliseconds) * 0.99)
  }

  @Test("is as long as the source asks, up to ten minutes")
  func retryAfter() {
    #expect(delay(attempt: 1, after: .seconds(600)) == .seconds(600))
    #expect(delay(attempt: 1, after: .seconds(601)) == nil)
    #expect(delay(attempt: 1, after: .seconds(-5)) == .zero)
  }
}

@Suite("Failures in a row")
struct FailureStreakTests {
  @Test("an answer ends the row, if only a refusal")
  func answer() {
    var streak = FailureStreak()
    streak.noteFailure()
    streak.noteFailure()
    #expect(streak.count == 2)
    streak.noteAnswer()
    #expect(streak.count == 0)
  }

  @Test("only temporary failures count", arguments: SourceError.Kind.allCases)
  func counted(_ kind: SourceError.Kind) {
    let expected: Set<SourceError.Kind> = [
      .unavailable, .timedOut, .rateLimited, .staleHandle,
    ]
    let isTemporary = FailureTable(ScanPolicy()).isTemporary(SourceError(kind))
    #expect(isTemporary == expected.contains(kind))
  }
}
