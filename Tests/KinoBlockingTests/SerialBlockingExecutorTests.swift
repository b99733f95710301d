import KinoBlocking
import Testing

@Suite("Serial blocking executor")
struct SerialBlockingExecutorTests {
  @Test("an actor's jobs run one at a time, in order of arrival from one task")
  func order() async {
    let recorder = Recorder()
    for number in 0..<200 { await recorder.append(number) }
    #expect(await recorder.numbers == Array(0..<200))
  }

  @Test("jobs from many tasks never overlap")
  func exclusion() async {
    let recorder = Recorder()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { await recorder.increment() } }
    }
    #expect(await recorder.count == 50)
  }

  @Test("the actor's code is isolated to the executor, other code is not")
  func isolation() async {
    let recorder = Recorder()
    #expect(await recorder.isOnItsThread)
    #expect(recorder.executor.isIsolatingCurrentContext() == false)
  }

  @Test("the last reference may be dropped on the executor's own thread")
  func dropInside() async {
    for _ in 0..<50 {
      weak var executor: SerialBlockingExecutor?
      do {
        let recorder = Recorder()
        executor = recorder.executor
        await recorder.increment()
      }
      // Whoever drops it, here or the thread, it has to go.
      while executor != nil { await Task.yield() }
    }
  }
}

private actor Recorder {
  let executor = SerialBlockingExecutor(name: "test.serial")
  private(set) var numbers: [Int] = []
  private(set) var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  var isOnItsThread: Bool {
    executor.checkIsolated()
    return executor.isIsolatingCurrentContext() == true
  }

  func append(_ number: Int) { numbers.append(number) }
  func increment() { count += 1 }
}
