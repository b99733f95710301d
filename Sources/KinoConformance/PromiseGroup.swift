/// What a promise is about.
public enum PromiseGroup: String, Sendable, Codable, CaseIterable {
  /// Connecting, credentials, and what errors say.
  case connecting
  /// Names and paths.
  case paths
  /// What a listing holds.
  case enumeration
  /// How a listing is cut into pages.
  case paging
  /// What is said about one entry.
  case stat
  /// Reading parts of files.
  case reads
  /// Cancellation and deadlines.
  case time
  /// Faults in the middle of a listing.
  case faults
  /// Many calls at the same time.
  case concurrency
  /// That what is declared is true.
  case capabilities
  /// What is held open, and for how long.
  case resources
  /// Hostile servers, and secrets.
  case security

  /// The heading of the group.
  public var title: String {
    switch self {
    case .connecting: "Connect, authentication, errors"
    case .paths: "Paths and encoding"
    case .enumeration: "Enumeration"
    case .paging: "Paging"
    case .stat: "Stat"
    case .reads: "Range reads"
    case .time: "Cancellation and time"
    case .faults: "Faults in mid-listing"
    case .concurrency: "Concurrency"
    case .capabilities: "Capabilities are true"
    case .resources: "Resources"
    case .security: "Security"
    }
  }
}
