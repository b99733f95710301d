import KinoCore
internal import Synchronization

/// A site that remembers what was injected, to tell whether it was felt.
final class WatchedSite: ConformanceSite {
  /// A fault, and how many requests the server had seen when it was injected.
  private struct Injection {
    let fault: Fault
    let requests: Int?
  }

  private let site: any ConformanceSite
  private let injections = Mutex<[Injection]>([])

  init(_ site: any ConformanceSite) {
    self.site = site
  }

  var adapter: any SourceAdapter { site.adapter }
  var configuration: SourceConfiguration { site.configuration }
  var credential: SourceCredential? { site.credential }

  func dispose() async { await site.dispose() }
  func wrongCredential() throws -> SourceCredential { try site.wrongCredential() }
  func apply(_ change: TreeChange) async throws { try await site.apply(change) }
  func endFaults() async { await site.endFaults() }
  func traffic() async throws -> Traffic { try await site.traffic() }
  func appliedFaults() async -> [Fault: Int]? { await site.appliedFaults() }

  func inject(_ fault: Fault) async throws {
    let requests = try? await site.traffic().requests
    try await site.inject(fault)
    injections.withLock { $0.append(Injection(fault: fault, requests: requests)) }
  }

  /// A fault that was injected and did nothing; `nil` when each did something, or nobody counts.
  ///
  /// - Parameter isAsked: Whether only one counts that requests came after: where none came, the
  ///   adapter did not ask, which may be what is wrong with it.
  /// - Returns: The first such fault.
  func unfelt(isAsked: Bool) async -> Fault? {
    guard let applied = await site.appliedFaults() else { return nil }
    let requests = try? await site.traffic().requests
    return injections.withLock(\.self).first { injection in
      guard applied[injection.fault, default: 0] == 0 else { return false }
      guard isAsked else { return true }
      guard let requests, let before = injection.requests else { return false }
      return requests > before
    }?.fault
  }
}
