import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@Suite("Watch over a source")
struct ChangeWatchTests {
  private let queue = HintQueue()

  @Test("hints that wait come at once, each one once")
  func batches() async throws {
    let watch = ChangeWatch(queue) {}
    queue.post([.changed(.path("a")), .changed(.path("b")), .changed(.path("a"))])
    #expect(Set(try await watch.next()) == [.changed(.path("a")), .changed(.path("b"))])
    async let next = watch.next()
    queue.post([.changed(.path("c"))])
    #expect(try await next == [.changed(.path("c"))])
  }

  @Test("more hints than wait for anybody are one overflow, and take no more room")
  func overflow() async throws {
    let watch = ChangeWatch(queue) {}
    for number in 0...HintQueue.limit { queue.post([.changed(.path("\(number)"))]) }
    queue.post([.changed(.path("later"))])
    #expect(try await watch.next() == [.overflow])
    queue.post([.changed(.path("a"))])
    #expect(try await watch.next() == [.changed(.path("a"))])
  }

  @Test("a failure ends the watch behind what was posted, for good")
  func failure() async throws {
    let watch = ChangeWatch(queue) {}
    queue.post([.changed(.path("a"))])
    queue.fail(SourceError(.sourceMissing))
    queue.fail(SourceError(.unavailable))
    #expect(try await watch.next() == [.changed(.path("a"))])
    for _ in 0..<2 {
      let error = await #expect(throws: SourceError.self) { try await watch.next() }
      #expect(error?.kind == .sourceMissing)
    }
  }

  @Test("cancelling ends the wait at once, and leaves the watch usable")
  func cancelling() async throws {
    let watch = ChangeWatch(queue) {}
    let waiting = Task { try await watch.next() }
    waiting.cancel()
    let error = await #expect(throws: SourceError.self) { try await waiting.value }
    #expect(error?.kind == .cancelled)
    queue.post([.overflow])
    #expect(try await watch.next() == [.overflow])
  }

  @Test("the source hears once that nobody wants hints any more")
  func ending() async {
    let ends = Mutex(0)
    do {
      let watch = ChangeWatch(queue) { ends.withLock { $0 += 1 } }
      watch.close()
      watch.close()
      await #expect(throws: SourceError.self) { try await watch.next() }
    }
    #expect(ends.withLock { $0 } == 1)
  }

  @Test("a source that declares no watch is not asked for one")
  func undeclared() async throws {
    let session = try await MemorySource().connect().layered()
    let error = await #expect(throws: SourceError.self) { try await session.watch(WatchRequest()) }
    #expect(error?.kind == .unsupported)
  }
}
