/// What one of our databases must look like: who it is, and the files that make it.
///
/// The files are applied in order, all that are missing in one transaction, with foreign keys off.
/// The three settings that the first file begins with have to be made before that transaction opens
/// and before WAL: SQLite ignores them afterwards.
package struct DatabaseContract: Sendable {
  /// The file name without its extension: `library`, `account` or `metadata_cache`.
  package let name: String

  /// SQLite's `application_id`: four letters that tell the three databases apart.
  package let applicationID: Int32

  /// The page size in bytes that the first file sets.
  package let pageSize: Int

  /// Every version, the first one first, numbered 1, 2, 3 and so on.
  package let versions: [ContractVersion]

  /// Statements that make at once what all versions make one after the other, or nil.
  ///
  /// A new database is made by them, ten times as fast; a test compares the two.
  package let creation: String?

  /// The name of the table that records which files were applied, or nil where there is none.
  package let ledger: String?

  /// Tables that hold what people made by hand: a migration keeps their number of rows.
  package let userStateTables: [String]

  /// Tables that hold what was published or derived: a migration keeps their number of rows, too.
  package let publishedTables: [String]

  /// The version that this build reads and writes.
  package var current: Int { versions.count }
}
