import KinoCore
import KinoSQL

/// What admission needs to know of a run.
struct RunRow: Sendable {
  static let columns = """
    id, source_id, mode, scope_json, filter_identity, requested_at_ms, state, base_publication,
    coalesce(heartbeat_at_ms, ended_at_ms, requested_at_ms), owner_token, owner_boot_id, owner_pid,
    owner_started_at, coalesce(listed_since_ms, started_at_ms, requested_at_ms)
    """

  var id: RunID
  var request: ScanRequest
  var state: String
  var basePublication: Int64
  /// The last sign of life.
  var seenAt: Timestamp
  var owner: RunOwner?
  /// When what it staged begins to age.
  var listedSince: Timestamp

  init(_ row: borrowing Row) {
    id = RunID(row.int64(0))
    request = ScanRequest(
      source: SourceID(row.int64(1)),
      // A mode of a newer version is none that could be continued or joined.
      mode: ScanMode(rawValue: row.text(2)) ?? .availability,
      scope: ScanScope(json: row.optionalText(3).flatMap { JSONValue(text: $0) }),
      filterIdentity: row.bytes(4),
      requestedAt: Timestamp(milliseconds: row.int64(5))
    )
    state = row.text(6)
    basePublication = row.int64(7)
    seenAt = Timestamp(milliseconds: row.int64(8))
    owner = row.optionalBytes(9).flatMap { UID(bytes: $0) }.map { token in
      RunOwner(
        token: token,
        bootID: row.text(10),
        processID: Int32(truncatingIfNeeded: row.int64(11)),
        processStartedAt: row.int64(12)
      )
    }
    listedSince = Timestamp(milliseconds: row.int64(13))
  }

  /// Whether the run does all that the request asks for.
  func covers(_ other: ScanRequest) -> Bool {
    guard request.filterIdentity == other.filterIdentity else { return false }
    return switch (request.mode, other.mode) {
    case (.full, .full), (.full, .incremental), (.incremental, .incremental):
      request.scope.covers(other.scope)
    case (.full, .availability), (.incremental, .availability), (.availability, .availability),
      (.repair, .repair):
      true
    default: false
    }
  }

  /// Whether it is the same work, so that its staging serves the request.
  func matches(_ other: ScanRequest) -> Bool {
    request.mode == other.mode && request.filterIdentity == other.filterIdentity
      && request.scope.covers(other.scope) && other.scope.covers(request.scope)
  }

  /// Whether its staging can be continued.
  func isResumable(publication: Int64, policy: AdmissionPolicy) -> Bool {
    let age = policy.now.milliseconds - listedSince.milliseconds
    return basePublication == publication && age <= policy.staleness && age >= -policy.staleness
  }

  /// Whether somebody is working on it.
  ///
  /// A process that is gone from this boot is dead at once. Any other owner is believed for the
  /// lease after its last sign of life; a sign from further in the future than the lease comes from
  /// a clock that has since been set back, and counts as none.
  func hasLivingOwner(
    here: RunOwner,
    policy: AdmissionPolicy,
    isAlive: (RunOwner) -> Bool?
  ) -> Bool {
    guard let owner else { return false }
    if owner.bootID == here.bootID, isAlive(owner) == false { return false }
    return (policy.now.milliseconds - seenAt.milliseconds).magnitude <= policy.lease.magnitude
  }
}
