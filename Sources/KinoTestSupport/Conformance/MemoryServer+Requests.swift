import KinoConformance
import KinoCore
internal import Synchronization

extension MemoryServer {
  /// How a client that keeps every promise ends a request.
  ///
  /// - Parameters:
  ///   - path: What the request is about, from the root of the server.
  ///   - isListing: Whether it asks for a listing.
  ///   - body: What it does when nothing is wrong.
  /// - Returns: What it returned.
  /// - Throws: What a client finds out about the faults in force, with the code it has for it.
  func request<Value>(
    at path: SourcePath,
    isListing: Bool = false,
    _ body: () async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
    enter()
    defer { leave() }
    do throws(SourceError) {
      // A connection that was closed while it was idle is opened again, once.
      if take(.dropIdleConnections) { return try await answer(at: path, isListing, body) }
      return try await answer(at: path, isListing, body)
    } catch {
      throw coded(error)
    }
  }

  private func answer<Value>(
    at path: SourcePath,
    _ isListing: Bool,
    _ body: () async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    if has(.silence) || has(.dribble) || has(.stallAfterHeaders) {
      try await wait(.seconds(3600), path)
    }
    if let delay = fault({ $0.delay(at: path) }) { try await wait(delay, path) }
    if let error = fault({ $0.failure(at: path, isListing: isListing) }) { throw error }
    do throws(SourceError) {
      return try await body()
    } catch {
      guard error.kind == .notFound, source.entry(at: .root) == nil else { throw error }
      throw SourceError(.sourceMissing, path: path)
    }
  }

  private func wait(_ duration: Duration, _ path: SourcePath) async throws(SourceError) {
    do {
      try await Task.sleep(for: duration)
    } catch {
      throw SourceError(.cancelled, path: path)
    }
  }

  private func coded(_ error: SourceError) -> SourceError {
    guard error.underlying == nil else { return error }
    var error = error
    let code = SourceError.Kind.allCases.firstIndex(of: error.kind) ?? -1
    error.underlying = SourceError.Underlying(domain: "memory", code: Int64(code))
    return error
  }
}

extension Fault {
  fileprivate func delay(at path: SourcePath) -> Duration? {
    guard case .slow(let slow, let milliseconds) = self, slow.contains(path) else { return nil }
    return .milliseconds(milliseconds)
  }

  /// What a request at a path ends with.
  fileprivate func failure(at path: SourcePath, isListing: Bool) -> SourceError? {
    switch self {
    case .refuse, .unresolvable, .unknownStatus: SourceError(.unavailable, path: path)
    case .badCertificate: SourceError(.tlsFailure, path: path)
    case .revokeCredentials: SourceError(.authenticationFailed, path: path)
    case .rateLimit(let seconds, _):
      SourceError(.rateLimited, retryAfter: .seconds(seconds), path: path)
    case .redirect: SourceError(.redirectRefused, path: path)
    case .deviceError(let failing) where failing.contains(path):
      SourceError(.unavailable, path: path)
    case .forbid(let locked) where locked == path && isListing,
      .lock(let locked) where locked == path && isListing:
      SourceError(.permissionDenied, scope: .directory, path: path)
    case .forbid(let locked) where locked.isAncestor(of: path),
      .lock(let locked) where locked.isAncestor(of: path):
      SourceError(.permissionDenied, path: path)
    case .bomb where isListing: SourceError(.tooLarge, scope: .directory, path: path)
    default: nil
    }
  }
}
