/// A bounded number of threads of its own for work that may block.
///
/// As a task executor it takes the nonisolated code of tasks that prefer it
/// (`withTaskExecutorPreference(pool)`); through ``run(until:_:)`` it runs single calls that can be
/// abandoned. Threads start on demand, up to the limit, and end after the last reference has gone:
/// what is queued by then still runs. Queueing costs one mutex and one condition signal.
package final class BlockingPool: TaskExecutor {
  let threads: WorkerThreads

  /// Creates a pool; no thread is started yet.
  ///
  /// - Parameters:
  ///   - name: The threads' name; Linux shows the first 15 bytes.
  ///   - threadLimit: How many threads may serve the pool at once, at least 1.
  ///   - abandonedLimit: How many threads stuck in abandoned calls are replaced, beyond
  ///     `threadLimit`. Once that many are stuck, further abandoned calls keep their thread.
  package init(name: String, threadLimit: Int, abandonedLimit: Int = 16) {
    threads = WorkerThreads(name: name, limit: threadLimit, writeOffLimit: abandonedLimit)
  }

  deinit { threads.shutdown() }

  /// How many threads are stuck in abandoned calls that have not returned yet.
  package var abandonedCount: Int { threads.abandonedCount }

  /// Queues a job; called by the Swift runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    threads.submit(.task(UnownedJob(job), self))
  }
}
