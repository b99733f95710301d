/// One step of a database's schema: a SQL file and what pins it.
package struct ContractVersion: Sendable, Hashable {
  /// The `user_version` that the file leads to.
  package let version: Int

  /// The file's name below `specs/storage/sql`, which is also what the ledger records.
  package let file: String

  /// SHA-256 over the file's bytes: 64 lower-case hexadecimal digits, as in the manifest.
  package let sha256: String

  /// How many business tables a database of this version has.
  ///
  /// Not counted are the tables that SQLite keeps for itself, and the full-text index with the
  /// tables it keeps.
  package let tableCount: Int

  /// The file's text, byte for byte: plain statements, without BEGIN or COMMIT.
  package let sql: String
}
