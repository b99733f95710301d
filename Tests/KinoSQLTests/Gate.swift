import Dispatch

/// Holds a thread of the database's inside a body until the test lets it go.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let entered = AsyncStream<Void>.makeStream()

  /// Called by the body: says that it has begun, and blocks.
  func hold() {
    entered.continuation.finish()
    semaphore.wait()
  }

  /// Waits until the body has begun.
  func hasBegun() async { for await _ in entered.stream {} }

  /// Lets the body go on.
  func open() { semaphore.signal() }
}

/// Collects what happens, in order.
actor Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }
}

/// A statement that runs until it is stopped.
let endlessQuery = """
  WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
  """
