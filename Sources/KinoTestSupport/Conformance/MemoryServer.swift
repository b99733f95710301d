package import KinoConformance
package import KinoCore
internal import Synchronization

/// A server in memory: it counts what arrives, knows one user, and breaks in every way there is.
///
/// Its tree is a ``MemorySource``. What it does not do is answer in bytes: a fault is what a client
/// finds out about it.
package final class MemoryServer: Sendable {
  struct State {
    var faults: [Fault] = []
    var sparse: [SourcePath: Int64] = [:]
    var versions: [StableID: Int] = [:]
    var requests = 0
    var inFlight = 0
    var peak = 0
    var contentBytes: Int64 = 0
    var held = 0
    var strays = 0
    var leaks = 0
    var restarts = 0
  }

  /// The one user and their password.
  package static let credential = SourceCredential(
    .password(user: "user", password: "correct-horse-battery")
  )

  /// The tree.
  package let source = MemorySource()
  let state = Mutex(State())

  init() {
    var capabilities = MemorySource.defaultCapabilities
    capabilities.etag = .strong
    capabilities.enforcesDeadlines = false
    capabilities.isRemote = true
    capabilities.watch = .hints
    source.capabilities = capabilities
  }

  /// What was counted so far.
  package var traffic: Traffic {
    state.withLock { state in
      Traffic(
        requests: state.requests,
        peakInFlight: state.peak,
        contentBytes: state.contentBytes,
        held: state.held,
        strayRequests: state.strays,
        leakedSecrets: state.leaks
      )
    }
  }

  /// Counts a request at another place than this server.
  ///
  /// - Parameter isSecret: Whether it carried the credential.
  package func receiveStray(isSecret: Bool) {
    state.withLock { state in
      state.strays += 1
      if isSecret { state.leaks += 1 }
    }
  }

  /// Counts content that was sent.
  package func send(_ count: Int) {
    state.withLock { $0.contentBytes += Int64(count) }
  }

  /// Counts something that is held open for a client, or given back.
  package func hold(_ count: Int) {
    state.withLock { $0.held += count }
  }

  /// Whether a fault is in force.
  package func has(_ fault: Fault) -> Bool {
    state.withLock { $0.faults.contains(fault) }
  }

  /// How often the server was started again.
  var restarts: Int { state.withLock { $0.restarts } }

  func fault<Value: Sendable>(_ match: (Fault) -> Value?) -> Value? {
    state.withLock { $0.faults.lazy.compactMap(match).first }
  }

  /// Whether a fault was in force, which is so no longer.
  func take(_ fault: Fault) -> Bool {
    state.withLock { state in
      guard let index = state.faults.firstIndex(of: fault) else { return false }
      state.faults.remove(at: index)
      return true
    }
  }

  func inject(_ fault: Fault) {
    switch fault {
    case .removeRoot: source.removeRoot()
    case .replaceRoot: source.replaceRoot(identity: .identity([2]))
    case .restart:
      state.withLock { state in
        state.restarts += 1
        state.faults.append(.dropIdleConnections)
      }
    default: state.withLock { $0.faults.append(fault) }
    }
  }

  func endFaults() {
    state.withLock { $0.faults = [] }
  }

  func enter() {
    state.withLock { state in
      state.requests += 1
      state.inFlight += 1
      state.peak = max(state.peak, state.inFlight)
    }
  }

  func leave() {
    state.withLock { $0.inFlight -= 1 }
  }
}
