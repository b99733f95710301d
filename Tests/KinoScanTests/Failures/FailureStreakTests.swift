import KinoCore
import KinoScan
import Testing

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
