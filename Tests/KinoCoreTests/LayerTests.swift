import KinoCore
import KinoTestSupport
import Testing

@Suite("Layers around a session")
struct LayerTests {
  private let clock = ManualClock()
  private let source: MemorySource

  init() {
    source = MemorySource(clock: clock)
    for name in ["a", "b", "c", "d"] { source.addFile(.path(name)) }
  }

  private func connect(
    _ policy: SourcePolicy = SourcePolicy(),
    random: UInt64 = 0
  ) async throws(SourceError) -> any SourceSession {
    try await MemoryAdapter(source).connectLayered(
      MemoryAdapter.configuration,
      credential: nil,
      policy: policy,
      clock: clock,
      random: SeededRandom(seed: random)
    )
  }

  @Test("a temporary failure is tried again, each time after a longer wait")
  func retry() async throws {
    source.fail(.stat, at: .path("a"), with: Self.entryFailure, .times(3))
    #expect(try await connect().stat(.path("a")).kind == .file)
    let waits = clock.sleeps
    #expect(waits.count == 3)
    for (wait, longest) in zip(waits, [250, 500, 1000]) {
      #expect(wait >= .milliseconds(longest / 2) && wait <= .milliseconds(longest))
    }
  }

  @Test("after the last retry the failure is passed on")
  func retriesEnd() async throws {
    source.fail(.stat, at: .path("a"), with: Self.entryFailure, .always)
    let session = try await connect()
    await #expect(throws: Self.entryFailure) { try await session.stat(.path("a")) }
    #expect(source.count(.stat) == 4)
  }

  @Test(
    "a permanent failure is passed on at once",
    arguments: [.notFound, .permissionDenied, .authenticationFailed, .sourceMissing]
      as [SourceError.Kind]
  )
  func permanent(_ kind: SourceError.Kind) async throws {
    source.fail(.stat, at: .path("a"), with: SourceError(kind))
    let session = try await connect()
    await #expect(throws: SourceError(kind)) { try await session.stat(.path("a")) }
    #expect(source.count(.stat) == 1 && clock.sleeps.isEmpty)
  }

  @Test("connecting is retried as well, and wrong credentials are not")
  func connecting() async throws {
    source.fail(.connect, with: SourceError(.unavailable), .times(2))
    _ = try await connect()
    #expect(source.count(.connect) == 3)
    source.fail(.connect, with: SourceError(.authenticationFailed))
    await #expect(throws: SourceError(.authenticationFailed)) { try await connect() }
    #expect(source.count(.connect) == 4)
  }

  @Test("a wait for a retry ends when the task is cancelled")
  func cancelledRetry() async throws {
    let held = ManualClock(.held)
    source.fail(.stat, at: .path("a"), with: Self.entryFailure, .always)
    let session = try await source.connect().layered(clock: held)
    let task = Task { try await session.stat(.path("a")) }
    await held.waitForSleepers()
    task.cancel()
    let error = await #expect(throws: SourceError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(source.count(.stat) == 1)
  }

  @Test("a call without an answer ends at its deadline, and each attempt has its own")
  func deadline() async throws {
    let held = ManualClock(.held)
    source.capabilities.enforcesDeadlines = false
    source.onCall { call throws(SourceError) in
      guard call.operation == .stat else { return }
      // Never answers, and does not notice that it was cancelled before the test is over.
      do { try await held.sleep(for: .seconds(1_000_000)) } catch { throw SourceError(.cancelled) }
    }
    var policy = SourcePolicy()
    policy.retries = 1
    let deadlines = SourceConfiguration.Deadlines(control: .seconds(15))
    let session = try await source.connect()
      .layered(policy: policy, deadlines: deadlines, clock: held)
    let task = Task { try await session.stat(.path("a")) }
    await held.waitForSleeps(total: 2)
    held.advance(by: .seconds(15))
    await held.waitForSleeps(total: 3)
    held.advance(by: .seconds(1))
    await held.waitForSleeps(total: 5)
    held.advance(by: .seconds(15))
    let error = await #expect(throws: SourceError.self) { try await task.value }
    #expect(error?.kind == .timedOut && error?.retry == .temporary)
    #expect(source.count(.stat) == 2)
  }

  @Test("no more calls run at once than the source declares", arguments: [1, 3, 8])
  func concurrency(_ limit: Int) async throws {
    source.capabilities.maxConcurrentOperations = limit
    source.onCall { _ in await Task.yield() }
    let session = try await connect()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try await session.stat(.path("a")) } }
      try await group.waitForAll()
    }
    #expect(source.count(.stat) == 50)
    #expect(source.peakConcurrency <= limit)
  }

  @Test("a task that is cancelled while it waits for its place makes no call")
  func cancelledWaiting() async throws {
    let held = ManualClock(.held)
    let source = MemorySource(clock: held)
    source.addFile(.path("a"))
    source.capabilities.maxConcurrentOperations = 1
    source.delay(.stat, at: .path("a"), by: .seconds(1))
    let session = try await source.connect().layered(clock: held)
    let first = Task { try await session.stat(.path("a")) }
    await held.waitForSleepers()
    let second = Task { try await session.stat(.path("a")) }
    second.cancel()
    let error = await #expect(throws: SourceError.self) { try await second.value }
    #expect(error?.kind == .cancelled)
    held.advance(by: .seconds(1))
    _ = try await first.value
    #expect(source.count(.stat) == 1)
  }

  @Test(
    "a task that is cancelled already makes no call, whoever keeps the deadline",
    arguments: [true, false]
  )
  func cancelledBefore(_ isAdapters: Bool) async throws {
    source.capabilities.enforcesDeadlines = isAdapters
    let session = try await connect()
    let task = Task {
      unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      return try await session.stat(.path("a"))
    }
    let error = await #expect(throws: SourceError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(source.count(.stat) == 0)
  }

  @Test("a read from the middle is refused where ranges are not declared")
  func undeclaredRange() async throws {
    source.capabilities.ranges = .none
    let reader = try await connect().open(.path("a"))
    #expect(try await reader.read(at: 0, count: 1).count == 1)
    await #expect(throws: SourceError(.unsupported, path: .path("a"))) {
      try await reader.read(at: 1, count: 1)
    }
    #expect(source.count(.read) == 1)
  }

  private static let entryFailure = SourceError(.unavailable, scope: .entry)
}
