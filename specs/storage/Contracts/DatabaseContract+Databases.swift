extension DatabaseContract {
  /// `library.sqlite`: sources, files, entities, user state.
  package static let library = DatabaseContract(
    name: "library",
    applicationID: 0x4D4C_4942,
    pageSize: 8192,
    versions: [
      .libraryV1, .libraryV2, .libraryV3, .libraryV4, .libraryV5, .libraryV6,
      .libraryV7, .libraryV8, .libraryV9, .libraryV10, .libraryV11, .libraryV12,
    ],
    creation: libraryCreation,
    ledger: "schema_migration",
    userStateTables: [
      "playback_profile", "playback_state", "playback_marker", "media_collection",
      "collection_item", "file_binding", "change_log", "sync_cursor",
    ],
    publishedTables: [
      "library_source", "scan_run", "scan_queue", "media_file", "sidecar", "parse_result",
      "technical_summary", "media_stream", "media_entity", "external_id", "localized_metadata",
      "genre", "genre_name", "entity_genre", "person", "credit", "artwork", "search_document",
    ]
  )

  /// `account.sqlite`: accounts, source configurations, credentials and their outboxes.
  package static let account = DatabaseContract(
    name: "account",
    applicationID: 0x4143_4354,
    pageSize: 8192,
    versions: [.accountV1],
    creation: nil,
    ledger: "schema_migration",
    userStateTables: [
      "local_device", "account_profile", "source_configuration", "credential_record",
      "sync_conflict", "account_outbox", "source_outbox", "credential_outbox", "sync_cursor",
    ],
    publishedTables: []
  )

  /// `metadata_cache.sqlite`: what can be fetched again, without a ledger.
  package static let metadataCache = DatabaseContract(
    name: "metadata_cache",
    applicationID: 0x4D43_4143,
    pageSize: 8192,
    versions: [.metadataCacheV1],
    creation: nil,
    ledger: nil,
    userStateTables: [],
    publishedTables: []
  )
}
