internal import CBenchmark
import KinoCore
import KinoSQL
import KinoStorage

/// How long a claim of work takes on a long queue.
struct QueueFigures: Encodable {
  /// Microseconds for 32 jobs while 100,000 rows are ready and there are no others: the median.
  let alone: Double
  /// The same after 900,000 rows came that have failed or wait.
  let amongOthers: Double

  /// Microseconds that a claim may take.
  static let bar = 700.0
  private static let claims = 100
  private static let jobs = 32

  init(in workspace: Workspace) async throws {
    printError("A queue of 1,000,000 rows")
    let file = try workspace.emptyFolder("queue") + "/library.sqlite"
    let clock = SystemClock()
    let random = SystemRandomSource()
    let library = try await LibraryDatabase.open(at: file, clock: clock, random: random)
    let queue = WorkQueueStore(database: library, random: random)
    try Self.check(unsafe kb_queue_ready(file))
    alone = try await Self.median(of: queue, clock)
    let due = clock.now().milliseconds + 3_600_000
    try Self.check(unsafe kb_queue_others(file, due))
    amongOthers = try await Self.median(of: queue, clock)
    await library.database.close()
  }

  /// Claims one block after another, each for a stage of its own turn.
  private static func median(of queue: WorkQueueStore, _ clock: SystemClock) async throws
    -> Double
  {
    var times: [Duration] = []
    for index in 0..<claims {
      let stage = WorkStage.allCases[index % WorkStage.allCases.count]
      let start = ContinuousClock.now
      let claimed = try await queue.claim(jobs, of: [stage], at: clock.now(), lease: 60_000)
      times.append(start.duration(to: .now))
      guard claimed.count == jobs else {
        throw BenchmarkError("\(claimed.count) of \(jobs) jobs were claimed")
      }
    }
    return times.sorted()[times.count / 2] / .microseconds(1)
  }

  private static func check(_ code: Int32) throws {
    guard code == 0 else { throw BenchmarkError("the queue cannot be filled: SQLite \(code)") }
  }
}
