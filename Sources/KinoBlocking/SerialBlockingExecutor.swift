/// Runs the jobs of an actor one after another on a thread of its own that may block.
///
/// An actor that wraps a blocking C library returns ``asUnownedSerialExecutor()`` as its
/// `unownedExecutor` and keeps this object in a stored property. The thread starts with the first
/// job and ends after the last reference has gone.
package final class SerialBlockingExecutor: SerialExecutor {
  private let threads: WorkerThreads

  /// Creates an executor; no thread is started yet.
  ///
  /// - Parameter name: The thread's name; Linux shows the first 15 bytes.
  package init(name: String) {
    threads = WorkerThreads(name: name, limit: 1)
  }

  deinit { threads.shutdown() }

  /// Queues a job; called by the Swift runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    threads.submit(.actor(UnownedJob(job), self))
  }

  /// Whether the calling thread is the executor's own.
  package func isIsolatingCurrentContext() -> Bool? {
    threads.threadID == NamedThread.currentID
  }

  /// Stops the program if the calling thread is not the executor's own.
  package func checkIsolated() {
    precondition(
      threads.threadID == NamedThread.currentID,
      "not on the thread of \(threads.name)"
    )
  }
}
