package import KinoCore

/// One call that a ``MemorySource`` received.
package struct SourceCall: Hashable, Sendable, CustomStringConvertible {
  /// What was called.
  package var operation: Operation
  /// What it was about; the root for calls without a path.
  package var path: SourcePath

  /// Creates a call, to compare with what was logged.
  package init(_ operation: Operation, _ path: SourcePath = .root) {
    self.operation = operation
    self.path = path
  }

  /// The kinds of calls.
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case connect
    case rootIdentity
    case stat
    /// The request for a listing.
    case list
    /// One page of it.
    case page
    case open
    case read
    case close
  }

  package var description: String { "\(operation.rawValue) \(path.displayText)" }
}

/// How often a scripted fault happens before the call works again.
package enum Occurrence: Hashable, Sendable {
  /// This many times.
  case times(Int)
  /// Until it is withdrawn.
  case always

  /// Once.
  package static let once = Occurrence.times(1)

  /// Uses one occurrence up; `nil` when none is left.
  func next() -> Occurrence? {
    switch self {
    case .always: .always
    case .times(let count) where count > 1: .times(count - 1)
    case .times: nil
    }
  }
}
