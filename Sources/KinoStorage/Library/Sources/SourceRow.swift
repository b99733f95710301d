import KinoCore
import KinoSQL

/// A row of `library_source` with the two look-ups that follow its columns.
struct SourceRow: Sendable {
  static let columns = """
    id, uid, adapter, location, root_path, options_json, filter_json, state, name_case,
    name_normalization, folding_version, root_identity, publication, missing_grace_ms,
    missing_confirmations, missing_confirm_interval_ms, hold_confirm_interval_ms, never_purge,
    offline_since_ms, modified_precision_ms
    """

  /// `nil` while the root has no directory row.
  let record: SourceRecord?

  init(_ row: borrowing Row) {
    guard let root = row.optionalInt64(20) else {
      record = nil
      return
    }
    var configuration = SourceConfiguration(
      kind: row.text(2),
      location: row.text(3),
      rootPath: row.bytes(4)
    )
    configuration.read(optionsJSON: row.optionalText(5).flatMap { JSONValue(text: $0) })
    record = SourceRecord(
      id: SourceID(row.int64(0)),
      uid: row.uid(1),
      configuration: configuration,
      isEnabled: row.text(7) == "active",
      comparison: ComparisonPolicy(
        storedCase: row.text(8),
        normalization: row.text(9),
        foldingVersion: row.optionalText(10)
      ),
      modificationStep: row.int64(19),
      rootIdentity: row.optionalBytes(11).map { .identity($0) },
      rootDirectory: DirectoryID(root),
      publication: row.int64(12),
      lastDirectoryCount: row.optionalInt(21),
      retention: RetentionSettings(
        grace: row.int64(13),
        confirmations: row.int(14),
        confirmationInterval: row.int64(15),
        holdInterval: row.int64(16),
        neverPurge: row.bool(17)
      ),
      offlineSince: row.timestamp(18),
      filter: FilterSettings(json: row.optionalText(6).flatMap { JSONValue(text: $0) })
    )
  }
}
