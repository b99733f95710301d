import KinoBlocking
import KinoCore
import KinoTestSupport
import Testing

@testable import KinoLocal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Blocking calls")
struct BlockingCallsTests {
  private let pool = BlockingPool(name: "kino-calls", threadLimit: 2)

  private func threadOfCall(_ calls: BlockingCalls) async throws(SourceError) -> UInt {
    try await calls.run(within: .seconds(10), at: .root) { () throws(SourceError) in Self.thread }
  }

  @Test("a call from an actor runs on a thread of the pool")
  @MainActor
  func fromActor() async throws {
    let thread = try await threadOfCall(.inline(pool))
    #expect(thread != Self.thread)
  }

  @Test("an inline call from a task of the pool stays on its thread")
  func fromPool() async throws {
    try await withTaskExecutorPreference(pool) {
      try await Self.staysOnThread(.inline(pool))
    }
  }

  @Test("an inline call from an actor leaves it, also when its task prefers the pool")
  func fromActorInPool() async throws {
    try await withTaskExecutorPreference(pool) {
      try await Self.leavesActor(.inline(pool))
    }
  }

  @Test("an abandonable call that does not end is given up at its deadline")
  func deadline() async throws {
    let gate = Gate()
    let error = await #expect(throws: SourceError.self) {
      try await BlockingCalls.abandonable(pool).run(within: .milliseconds(1), at: .root) {
        () throws(SourceError) in
        gate.wait()
      }
    }
    gate.open()
    #expect(error?.kind == .timedOut && error?.scope == .root)
  }

  @Test("a failure inside an abandonable call comes through")
  func failure() async {
    let failure = SourceError(.notFound)
    await #expect(throws: failure) {
      try await BlockingCalls.abandonable(pool).run(within: .seconds(10), at: .root) {
        () throws(SourceError) in
        throw failure
      }
    }
  }

  @MainActor
  private static func leavesActor(_ calls: BlockingCalls) async throws {
    let outside = thread
    let inside = try await calls.run(within: .seconds(10), at: .root) {
      () throws(SourceError) in
      thread
    }
    #expect(inside != outside)
  }

  @concurrent
  private static func staysOnThread(_ calls: BlockingCalls) async throws {
    let outside = thread
    let inside = try await calls.run(within: .seconds(10), at: .root) {
      () throws(SourceError) in
      thread
    }
    #expect(inside == outside)
  }

  private static var thread: UInt {
    #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }
}

/// Holds a thread until it is opened.
private final class Gate: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var descriptors: [Int32] = [-1, -1]
    unsafe pipe(&descriptors)
    ends = (descriptors[0], descriptors[1])
  }

  deinit {
    close(ends.read)
  }

  func wait() {
    var byte: UInt8 = 0
    unsafe read(ends.read, &byte, 1)
  }

  func open() {
    close(ends.write)
  }
}
