/// What a worker thread can be asked to do.
enum Work {
  /// A job of an actor; the executor stays alive until the job has run.
  case actor(UnownedJob, SerialBlockingExecutor)
  /// A job of a task that prefers the pool; the pool stays alive until the job has run.
  case task(UnownedJob, BlockingPool)
  /// A blocking call. It returns whether the thread was replaced meanwhile and must end.
  case call(@Sendable () -> Bool)
}

/// A first-in-first-out queue with constant-time ends.
struct WorkQueue {
  private var items: [Work?] = []
  private var head = 0

  var isEmpty: Bool { head == items.count }

  var count: Int { items.count - head }

  mutating func append(_ work: Work) {
    items.append(work)
  }

  mutating func popFirst() -> Work? {
    guard head < items.count else { return nil }
    let work = items[head]
    items[head] = nil
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head >= 1024, head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
    return work
  }
}
