/// What adapters do that break promises on purpose.
extension MemoryServer {
  /// Counts a request that arrives and is over at once.
  package func receiveRequest() {
    enter()
    leave()
  }

  /// Keeps a request in the works for a time.
  package func occupy(for duration: Duration) async {
    enter()
    defer { leave() }
    try? await Task.sleep(for: duration)
  }
}
