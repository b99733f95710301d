/// The servers that the tests of a process share: each is started once, when it is first asked for.
package actor ServerCache {
  private var tasks: [String: Task<TestServer, any Error>] = [:]

  /// Creates a cache without servers.
  package init() {}

  /// Finds a server by its name among the shared ones, or starts it.
  package func get(
    _ name: String,
    _ start: @escaping @Sendable () async throws -> TestServer
  ) async throws -> TestServer {
    let task = tasks[name] ?? Task { try await start() }
    tasks[name] = task
    return try await task.value
  }
}
