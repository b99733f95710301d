import KinoTestSupport
import Testing

@testable import KinoCore

@Suite("Pacing")
struct PacerTests {
  private let clock = ManualClock()

  private func makeState(_ policy: SourcePolicy = SourcePolicy()) -> PacerState {
    PacerState(policy)
  }

  @Test("nobody waits while all is well")
  func quiet() {
    var state = makeState()
    for _ in 0..<100 { #expect(state.takeTurn(at: .seconds(1)) == .now) }
    #expect(state.isQuiet(at: .seconds(1)))
  }

  @Test("each failure of the source doubles the distance between calls, up to a limit")
  func attack() {
    var state = makeState()
    var distances: [Duration] = []
    for _ in 0..<9 {
      state.failed(SourceError(.rateLimited), at: .zero)
      let now = Duration.seconds(1000 * (distances.count + 1))
      _ = state.takeTurn(at: now)
      if case .wait(let wait) = state.takeTurn(at: now) { distances.append(wait) }
    }
    let expected = [50, 100, 200, 400, 800, 1600, 3200, 4000, 4000]
    #expect(distances == expected.map { .milliseconds($0) })
  }

  @Test("each success halves the distance until there is none")
  func decay() {
    var state = makeState()
    for _ in 0..<3 { state.failed(SourceError(.unavailable), at: .zero) }
    for _ in 0..<2 {
      state.succeeded()
      #expect(!state.isQuiet(at: .seconds(10)))
    }
    state.succeeded()
    #expect(state.isQuiet(at: .seconds(10)))
  }

  @Test("a failure of one file slows nobody down")
  func entryFailure() {
    var state = makeState()
    state.failed(SourceError(.unavailable, scope: .entry), at: .zero)
    state.failed(SourceError(.notFound), at: .zero)
    #expect(state.isQuiet(at: .zero))
  }

  @Test("a time that the source named holds for every call")
  func retryAfter() {
    var state = makeState()
    state.failed(SourceError(.rateLimited, retryAfter: .seconds(60)), at: .seconds(100))
    #expect(state.takeTurn(at: .seconds(110)) == .wait(.seconds(50)))
    guard case .wait(let second) = state.takeTurn(at: .seconds(110)) else {
      Issue.record("the second call does not wait")
      return
    }
    #expect(second > .seconds(50))
    #expect(!state.isQuiet(at: .seconds(150)))
  }

  @Test("a source that wants to be left alone for too long is not called before")
  func longRetryAfter() {
    var state = makeState()
    state.failed(SourceError(.rateLimited, retryAfter: .seconds(3600)), at: .zero)
    #expect(state.takeTurn(at: .seconds(600)) == .refused(.seconds(3000)))
    #expect(state.takeTurn(at: .seconds(3601)) == .now)
  }

  @Test("a source that has not answered for long is asked once in a while, and by nobody else")
  func outage() {
    let error = SourceError(.unavailable)
    var state = makeState()
    for second in 0..<30 { state.failed(error, at: .seconds(second)) }
    #expect(state.takeTurn(at: .seconds(29)) == .now)
    guard case .wait = state.takeTurn(at: .seconds(29)) else {
      Issue.record("it is given up early")
      return
    }
    #expect(state.absence(at: .seconds(29)) == nil)
    #expect(state.absence(at: .seconds(30)) == error)
    #expect(state.takeTurn(at: .seconds(40)) == .now)
    #expect(state.takeTurn(at: .seconds(40)) == .gone(error))
    state.succeeded()
    guard case .wait = state.takeTurn(at: .seconds(40)) else {
      Issue.record("it is not taken for back")
      return
    }
  }

  @Test("nobody waits for a turn beyond the moment at which the source is taken for gone")
  func crowd() {
    var state = makeState()
    for _ in 0..<9 { state.failed(SourceError(.timedOut, scope: .root), at: .seconds(10)) }
    for _ in 0..<64 {
      guard case .wait(let wait) = state.takeTurn(at: .seconds(12)) else { continue }
      #expect(wait <= .seconds(28))
    }
  }

  @Test("an answer about a file, a wish to be left alone or a cancelled call is no absence")
  func answers() {
    let errors = [
      SourceError(.notFound), SourceError(.unavailable, scope: .entry),
      SourceError(.rateLimited, retryAfter: .seconds(1)),
    ]
    for error in errors {
      var state = makeState()
      state.failed(SourceError(.unavailable), at: .zero)
      state.failed(error, at: .seconds(1))
      #expect(state.absence(at: .seconds(100)) == nil)
    }
    var state = makeState()
    state.failed(SourceError(.cancelled), at: .zero)
    #expect(state.absence(at: .seconds(100)) == nil)
  }

  @Test("all sessions of a source wait for the time it named, and then it is called again")
  func sessions() async throws {
    let source = MemorySource(clock: clock)
    source.addFile(.path("a"))
    let pacer = SourcePacer(clock: clock, random: SeededRandom())
    let first = try await source.connect().layered(clock: clock, pacer: pacer)
    let second = try await source.connect().layered(clock: clock, pacer: pacer)
    source.fail(.stat, with: SourceError(.rateLimited, retryAfter: .seconds(60)))
    let start = clock.monotonic()
    _ = try await first.stat(.path("a"))
    #expect(clock.monotonic() - start >= .seconds(60))
    #expect(clock.monotonic() - start < .seconds(75))
    let before = clock.sleeps.count
    source.fail(.stat, with: SourceError(.rateLimited, retryAfter: .seconds(3600)))
    for session in [first, second] {
      let error = await #expect(throws: SourceError.self) { try await session.stat(.path("a")) }
      #expect(error?.kind == .rateLimited)
    }
    // The second session was refused without a call.
    #expect(source.count(.stat) == 3)
    #expect(clock.sleeps.count - before <= 1)
  }
}

@Suite("How long a retry waits")
struct RetryDelayTests {
  @Test(
    "doubles from 250 ms up to 30 s, half of it left to chance",
    arguments: [(0, 250), (1, 500), (2, 1_000), (6, 16_000), (7, 30_000), (90, 30_000)]
  )
  func doubles(retries: Int, milliseconds: Int) {
    let longest = Duration.milliseconds(milliseconds)
    #expect(SourcePolicy().delay(beforeRetry: retries, random: 0) == longest / 2)
    let delay = SourcePolicy().delay(beforeRetry: retries, random: .max)
    #expect(delay <= longest)
    #expect(delay > longest * 0.99)
  }
}
