package import KinoCore
import KinoSQL

/// Decides what becomes of a request, so that a source has at most one active run (TX-7).
package struct RunAdmission: Sendable {
  let database: LibraryDatabase

  /// Starts, resumes, joins or stores a request, in one transaction.
  ///
  /// - A living owner's run is joined when it covers the request; otherwise the request waits.
  /// - A run whose owner is gone, or that failed or was cancelled, is taken back when mode, scope
  ///   and filter are the same, nothing was published since, and it is not stale.
  /// - Otherwise a run begins. Another run's place is cleared: what nobody owns ends as failed.
  ///
  /// - Throws: ``StorageError/Kind/notFound`` for a source that is not there or was removed.
  package func admit(
    _ request: ScanRequest,
    owner: RunOwner,
    policy: AdmissionPolicy,
    uid: UID,
    isAlive: @Sendable (RunOwner) -> Bool?
  ) async throws(StorageError) -> Admission {
    try await database.write(.scan) { connection in
      let source = try Self.source(request.source, in: connection)
      try SourceStore.makeRoot(of: request.source, in: connection)
      if let active = try Self.activeRun(of: request.source, in: connection) {
        if active.hasLivingOwner(here: owner, policy: policy, isAlive: isAlive) {
          return try Self.follow(active, with: request, pending: source.pending, in: connection)
        }
        if let taken = try Self.takeOver(
          active,
          of: source,
          for: request,
          owner,
          policy,
          in: connection
        ) {
          return taken
        }
        try Self.abandon(active, for: request, pending: source.pending, policy, in: connection)
      }
      if let earlier = try Self.resumable(
        for: request,
        publication: source.publication,
        policy: policy,
        in: connection
      ) {
        return .resumed(try Self.take(earlier, for: request, owner, policy, in: connection))
      }
      return .started(
        try Self.start(
          request,
          owner,
          publication: source.publication,
          policy: policy,
          uid: uid,
          in: connection
        )
      )
    }
  }

  /// Takes an ownerless run back where it can be continued for a request; `nil` where it cannot.
  private static func takeOver(
    _ active: RunRow,
    of source: AdmittedSource,
    for request: ScanRequest,
    _ owner: RunOwner,
    _ policy: AdmissionPolicy,
    in connection: borrowing Connection
  ) throws -> Admission? {
    guard active.matches(request),
      active.isResumable(publication: source.publication, policy: policy)
    else { return nil }
    let isFresh = active.state == "queued" && active.owner == nil
    let handle = try take(active, for: request, owner, policy, in: connection)
    return isFresh ? .started(handle) : .resumed(handle)
  }

  private typealias AdmittedSource = (publication: Int64, pending: PendingScans)

  private static func source(
    _ id: SourceID,
    in connection: borrowing Connection
  ) throws -> AdmittedSource {
    let found = try connection.first(sourceSQL) {
      $0.bind(1, id.rawValue)
    } _: { row in
      (row.int64(0), PendingScans(text: row.optionalText(1), source: id))
    }
    guard let found else { throw SourceStore.notFound }
    return found
  }

  private static func activeRun(
    of source: SourceID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RunRow? {
    try connection.first(activeSQL) {
      $0.bind(1, source.rawValue)
    } _: {
      RunRow($0)
    }
  }

  private static func follow(
    _ active: RunRow,
    with request: ScanRequest,
    pending: PendingScans,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Admission {
    if active.covers(request) { return .joined(active.id) }
    var pending = pending
    pending.add(request)
    try store(pending, of: request.source, in: connection)
    return .deferred(after: active.id)
  }

  /// Ends a run that nobody owns.
  ///
  /// A promoted wish that the request does not cover waits again.
  private static func abandon(
    _ active: RunRow,
    for request: ScanRequest,
    pending: PendingScans,
    _ policy: AdmissionPolicy,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(abandonSQL) { statement in
      statement.bind(1, active.id.rawValue)
      statement.bind(2, policy.now.milliseconds)
    }
    guard active.state == "queued", active.owner == nil else { return }
    var successor = active
    successor.request = request
    guard !successor.covers(active.request) else { return }
    var pending = pending
    pending.add(active.request)
    try store(pending, of: request.source, in: connection)
  }

  static func store(
    _ pending: PendingScans,
    of source: SourceID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(pendingSQL) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, pending.text)
    }
  }

  private static func resumable(
    for request: ScanRequest,
    publication: Int64,
    policy: AdmissionPolicy,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RunRow? {
    let runs = try connection.all(endedSQL) { statement in
      statement.bind(1, request.source.rawValue)
      statement.bind(2, publication)
    } _: {
      RunRow($0)
    }
    return runs.first {
      $0.matches(request) && $0.isResumable(publication: publication, policy: policy)
    }
  }

  private static func take(
    _ run: RunRow,
    for request: ScanRequest,
    _ owner: RunOwner,
    _ policy: AdmissionPolicy,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RunHandle {
    try connection.run(takeSQL) { statement in
      statement.bind(1, run.id.rawValue)
      bind(owner, policy, to: statement)
      statement.bind(7, request.requestedAt.milliseconds)
    }
    return RunHandle(id: run.id, source: request.source, ownerToken: owner.token)
  }

  private static func start(
    _ request: ScanRequest,
    _ owner: RunOwner,
    publication: Int64,
    policy: AdmissionPolicy,
    uid: UID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RunHandle {
    try RunPromotion.insert(request, publication: publication, uid: uid, in: connection)
    let id = connection.lastInsertedRowID
    try connection.run(ownSQL) { statement in
      statement.bind(1, id)
      bind(owner, policy, to: statement)
    }
    return RunHandle(id: RunID(id), source: request.source, ownerToken: owner.token)
  }

  private static func bind(
    _ owner: RunOwner,
    _ policy: AdmissionPolicy,
    to statement: borrowing Statement
  ) {
    statement.bind(2, owner.token.bytes)
    statement.bind(3, owner.bootID)
    statement.bind(4, Int64(owner.processID))
    statement.bind(5, owner.processStartedAt)
    statement.bind(6, policy.now.milliseconds)
  }

  private static let sourceSQL = """
    SELECT publication, pending_scan_json FROM library_source
    WHERE id = ?1 AND state <> 'removed'
    """
  private static let activeSQL = """
    SELECT \(RunRow.columns) FROM scan_run
    WHERE source_id = ?1 AND state IN \(RunOwnership.activeStates)
    """
  /// The newest few: older ones are stale, or were superseded.
  private static let endedSQL = """
    SELECT \(RunRow.columns) FROM scan_run
    WHERE source_id = ?1 AND state IN ('failed', 'cancelled') AND base_publication = ?2
    ORDER BY id DESC LIMIT 16
    """
  private static let ownerAssignments = """
    owner_token = ?2, owner_boot_id = ?3, owner_pid = ?4, owner_started_at = ?5,
    heartbeat_at_ms = ?6
    """
  private static let ownSQL = "UPDATE scan_run SET \(ownerAssignments) WHERE id = ?1"
  private static let takeSQL = """
    UPDATE scan_run
    SET \(ownerAssignments), state = 'queued', requested_at_ms = ?7, attempt = attempt + 1,
      cancel_requested = 0, ended_at_ms = NULL, error_kind = NULL, error_json = NULL
    WHERE id = ?1
    """
  private static let abandonSQL = """
    UPDATE scan_run
    SET state = 'failed', ended_at_ms = ?2, error_kind = 'ownerLost', owner_token = NULL
    WHERE id = ?1
    """
  private static let pendingSQL =
    "UPDATE library_source SET pending_scan_json = ?2 WHERE id = ?1"
}
