package import KinoCore
import KinoSQL

/// The life of a run from its admission to its end, publication apart.
package struct RunStore: Sendable {
  let database: LibraryDatabase

  /// Notes that the owner lives, and returns whether somebody asked the run to stop.
  package func renew(
    _ run: RunHandle,
    at now: Timestamp
  ) async throws(StorageError) -> Bool {
    try await database.write(.scan) { connection in
      let requested = try connection.int64(Self.renewSQL) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, run.ownerToken.bytes)
        statement.bind(3, now.milliseconds)
      }
      guard let requested else { throw RunOwnership.lost }
      return requested != 0
    }
  }

  /// Notes the root's identity as it was when enumerating began, and the state `enumerating`.
  package func beginEnumerating(
    _ run: RunHandle,
    rootIdentity: RootIdentity,
    at now: Timestamp
  ) async throws(StorageError) {
    try await database.write(.scan) { connection in
      let changed = try connection.run(Self.enumerateSQL) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, run.ownerToken.bytes)
        statement.bind(3, now.milliseconds)
        statement.bind(4, rootIdentity.bytes)
      }
      guard changed > 0 else { throw RunOwnership.lost }
    }
  }

  /// Ends a run without publishing; its staging is kept.
  ///
  /// A waiting request is promoted.
  package func end(
    _ run: RunHandle,
    as outcome: UnpublishedOutcome,
    at now: Timestamp,
    uid: UID
  ) async throws(StorageError) {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      try connection.run(Self.endSQL) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, outcome.state)
        statement.bind(3, now.milliseconds)
        statement.bind(4, outcome.failure?.kind)
        statement.bind(5, outcome.failure?.json.text)
      }
      try RunPromotion.promote(after: run.source, at: now, uid: uid, in: connection)
    }
  }

  private static let renewSQL = """
    UPDATE scan_run SET heartbeat_at_ms = ?3
    WHERE id = ?1 AND owner_token = ?2 AND state IN \(RunOwnership.activeStates)
    RETURNING cancel_requested
    """
  private static let enumerateSQL = """
    UPDATE scan_run
    SET state = 'enumerating', root_identity = ?4, heartbeat_at_ms = ?3,
      started_at_ms = coalesce(started_at_ms, ?3)
    WHERE id = ?1 AND owner_token = ?2 AND state IN ('queued', 'enumerating')
    """
  private static let endSQL = """
    UPDATE scan_run
    SET state = ?2, ended_at_ms = ?3, error_kind = ?4, error_json = ?5, owner_token = NULL
    WHERE id = ?1
    """
}

/// The columns of `scan_run` that hold ``ScanCounters``.
///
/// Bytes are not kept.
enum RunCounting {
  /// Assignments whose placeholders count from `first`; ``bind(_:to:from:)`` fills them.
  static func assignments(from first: Int) -> String {
    """
    directory_count = ?\(first), entry_count = ?\(first + 1),
    file_count = ?\(first + 2) + ?\(first + 3), video_count = ?\(first + 2),
    sidecar_count = ?\(first + 3), unreachable_directory_count = ?\(first + 4)
    """
  }

  static func bind(
    _ counters: ScanCounters,
    to statement: borrowing Statement,
    from first: Int32
  ) {
    statement.bind(first, counters.directories)
    statement.bind(first + 1, counters.entries)
    statement.bind(first + 2, counters.videos)
    statement.bind(first + 3, counters.sidecars)
    statement.bind(first + 4, counters.unreachableDirectories)
  }
}

extension RootIdentity {
  /// The column `root_identity`; `nil` when nothing is known.
  var bytes: [UInt8]? {
    if case .identity(let bytes) = self { bytes } else { nil }
  }

  init(_ bytes: [UInt8]?) {
    self = bytes.map(RootIdentity.identity) ?? .unknown
  }
}

extension UnpublishedOutcome {
  fileprivate var state: String {
    switch self {
    case .done: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var failure: ScanFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

extension ScanFailure {
  /// The form of `error_json` and `last_error_json`.
  var json: JSONValue {
    .object([
      "kind": .string(kind),
      "message": .string(message),
      "isSourceFailure": .bool(isSourceFailure),
    ])
  }

  /// Reads what ``json`` wrote.
  init?(json: JSONValue) {
    guard let kind = json["kind"]?.stringValue, let message = json["message"]?.stringValue else {
      return nil
    }
    self.init(
      kind: kind,
      message: message,
      isSourceFailure: json["isSourceFailure"]?.boolValue ?? false
    )
  }
}
