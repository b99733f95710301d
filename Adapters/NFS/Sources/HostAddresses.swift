internal import Synchronization

/// The numeric addresses of a server, of which the one that answered last is tried first.
///
/// All connections to the server share them, so that only the first has to find out.
final class HostAddresses: Sendable {
  private let all: [String]
  private let favourite = Atomic(0)

  /// Takes addresses, at least one, the system's favourite first.
  init(_ all: [String]) { self.all = all }

  /// All of them, in the order in which to try them.
  var inOrder: [String] {
    let first = favourite.load(ordering: .relaxed)
    return [all[first]] + all[..<first] + all[(first + 1)...]
  }

  /// Remembers that an address answered.
  func prefer(_ address: String) {
    guard let index = all.firstIndex(of: address) else { return }
    favourite.store(index, ordering: .relaxed)
  }
}
