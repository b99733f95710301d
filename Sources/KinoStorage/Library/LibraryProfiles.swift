package import KinoSQL

/// What each kind of writing may do to `library.sqlite`: the table of ADR 0008.
///
/// A statement that reaches further fails when it is prepared. What is not listed may only be read.
/// The revision counter advances, and an event can be appended, under every profile.
extension WriteProfile {
  /// Stages and publishes; carries out what the host decides about published rows.
  package static let scan = WriteProfile(
    "scan",
    access: .library(
      [
        "library_revision": AuthorizerProfile.Access(update: .all),
        "library_source": AuthorizerProfile.Access(update: .all),
        "scan_run": .upsert,
        "scan_frontier": .full,
        "scan_seen": .full,
        "scan_discovery": .full,
        "scan_queue": .upsert,
        "source_directory": .upsert,
        "media_file": .upsert,
        "sidecar": .upsert,
        "media_entity": .updating(["changed_revision"]),
        "file_binding": .updating(["path", "size_bytes", "fingerprint"]),
      ],
      usingTemporaryTables: true
    ),
    cacheKibibytes: 16384
  )

  /// Deletes what is past its grace, and compacts runs and queue.
  ///
  /// Deleting from a parent table needs what its children's foreign keys do.
  package static let retention = WriteProfile(
    "retention",
    access: .library([
      "library_source": .updating(["publication", "changed_revision"]),
      "scan_run": AuthorizerProfile.Access(update: .all, delete: true),
      "scan_frontier": .deleteOnly,
      "scan_seen": .deleteOnly,
      "scan_discovery": .deleteOnly,
      "scan_queue": .deleteOnly,
      "source_directory": .deleting(orUpdating: ["listing_digest"]),
      "media_file": .deleting(orUpdating: ["last_seen_run_id"]),
      "sidecar": .deleting(orUpdating: ["media_file_id", "last_seen_run_id"]),
      "parse_result": .deleteOnly,
      "technical_summary": .deleteOnly,
      "media_stream": .deleteOnly,
      "composite_probe_cache": .deleteOnly,
      "media_entity": .updating(["changed_revision"]),
      "file_binding": .updating(logicalFile.union(["media_file_id"])),
      "artwork": .deleting(orUpdating: logicalFile.union(["media_file_id", "sidecar_id"])),
    ])
  )

  /// Parses, probes, matches and materialises; collects entities.
  ///
  /// Cannot clear a lock, and so cannot pass the triggers that guard locked rows. Its statements change
  /// the rows of one file or entity, or of a block.
  package static let metadata = WriteProfile(
    "metadata",
    access: .library(
      derived.merging([
        "scan_queue": .upsert,
        "media_file": .updating([
          "fingerprint", "composite_kind", "composite_json", "input_revision",
        ]),
        "sidecar": .updating([
          "media_file_id", "language", "tags", "content_revision", "content_json",
        ]),
        "media_entity": .changing(allBut: ["locked_fields", "clock_json"]),
        "file_binding": .changing(allBut: ["uid", "locked", "clock_json"]),
        "external_id": .changing(allBut: ["locked"]),
        "localized_metadata": .changing(allBut: ["locked_fields", "clock_json"]),
        "genre": .full,
        "genre_name": .full,
        "entity_genre": .full,
        "person": .full,
        "credit": .full,
        "artwork": .changing(allBut: ["locked", "clock_json"]),
        "entity_gc_candidate": .full,
        "playback_marker": .changing(allBut: ["profile_id", "locked", "clock_json"]),
      ]) { $1 }
    )
    .allowing(fullTextTable: fullText),
    cacheKibibytes: 16384,
    keepsUndoInMemory: true
  )

  /// Joins and splits entities and resolves received events: re-points user state.
  package static let merge = WriteProfile(
    "merge",
    access: .library([
      "scan_queue": .upsert,
      "media_entity": .full,
      "file_binding": .full,
      "external_id": .full,
      "localized_metadata": .full,
      "genre": .upsert,
      "genre_name": .upsert,
      "entity_genre": .full,
      "person": .upsert,
      "credit": .full,
      "artwork": .full,
      "entity_gc_candidate": .full,
      "playback_state": .full,
      "playback_marker": .full,
      "media_collection": .upsert,
      "collection_item": .full,
      "search_document": .full,
      "change_log": .upsert,
      "sync_cursor": .upsert,
    ])
    .allowing(fullTextTable: fullText),
    isDurable: true
  )

  /// Does what a person asked for.
  ///
  /// A commit is on the disk before it is answered.
  package static let user = WriteProfile(
    "user",
    access: .library([
      "library_source": .upsert,
      "scan_run": .updating(["cancel_requested"]),
      "scan_queue": .upsert,
      "media_entity": .upsert,
      "file_binding": .full,
      "external_id": .full,
      "localized_metadata": .full,
      "genre": .insertOnly,
      "genre_name": .upsert,
      "entity_genre": .full,
      "person": .insertOnly,
      "credit": .full,
      "artwork": .full,
      "entity_gc_candidate": .deleteOnly,
      "playback_profile": .full,
      "playback_state": .full,
      "playback_marker": .full,
      "media_collection": .full,
      "collection_item": .full,
      "search_document": .full,
      "change_log": .full,
      "sync_cursor": .upsert,
    ])
    .allowing(fullTextTable: fullText),
    isDurable: true
  )

  /// Migrates, rebuilds, vacuums; has no authorizer.
  package static let maintenance = WriteProfile(
    "maintenance",
    access: .unrestricted,
    isDurable: true
  )

  /// The columns that name a file by what outlives its row.
  private static let logicalFile: Set = ["source_uid", "path", "size_bytes", "fingerprint"]
  /// What is made of a file or an entity and can be made again.
  private static let derived: [String: AuthorizerProfile.Access] = [
    "parse_result": .full,
    "technical_summary": .full,
    "media_stream": .full,
    "composite_probe_cache": .full,
    "search_document": .full,
  ]
  private static let fullText = "search_document_fts"
}

extension AuthorizerProfile {
  /// A profile that may also do what all profiles of the library may.
  fileprivate static func library(
    _ tables: [String: Access],
    usingTemporaryTables: Bool = false
  ) -> AuthorizerProfile {
    let common: [String: Access] = [
      "library_revision": .updating(["revision"]),
      "change_log": .insertOnly,
    ]
    return AuthorizerProfile(
      tables: common.merging(tables) { $1 },
      allowsTemporaryTables: usingTemporaryTables
    )
  }
}

extension AuthorizerProfile.Access {
  /// Deletion, and changes of these columns.
  fileprivate static func deleting(orUpdating columns: Set<String>) -> Self {
    Self(update: .only(columns), delete: true)
  }

  /// Everything but changes of these columns.
  fileprivate static func changing(allBut columns: Set<String>) -> Self {
    Self(insert: true, update: .except(columns), delete: true)
  }
}
