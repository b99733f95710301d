/// The SQL files that make a database, as the contract pins them.
package struct SchemaContract: Sendable {
  /// One file.
  package struct Version: Hashable, Sendable {
    /// The `user_version` that the file leaves.
    package let number: Int32
    /// The file's name, for records.
    package let file: String
    /// The file's text.
    package let sql: String
    /// The pinned SHA-256 of the text, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Creates a version.
    package init(number: Int32, file: String, sql: String, sha256: String) {
      self.number = number
      self.file = file
      self.sql = sql
      self.sha256 = sha256
    }
  }

  /// The name of the database, for records and errors.
  package let name: String
  /// The `application_id` of its files.
  package let applicationID: Int32
  /// The files, in order, numbered from 1.
  package let versions: [Version]
  /// Statements that make at once what all versions make one after the other, if there are any.
  package let creation: String?
  /// Tables whose number of rows no migration may change, where they exist.
  package let countedTables: [String]
  /// The SHA-256 of ``SchemaDump`` after the last version, if it is pinned.
  package let schemaSHA256: String?

  /// Creates a contract.
  ///
  /// - Parameters:
  ///   - name: The name of the database.
  ///   - applicationID: The `application_id` of its files, not 0.
  ///   - versions: The files, numbered 1, 2, 3…
  ///   - creation: Statements that make at once what the files make one after the other.
  ///   - countedTables: Tables whose number of rows no migration may change.
  ///   - schemaSHA256: The SHA-256 of the schema dump after the last version.
  package init(
    name: String,
    applicationID: Int32,
    versions: [Version],
    creation: String? = nil,
    countedTables: [String] = [],
    schemaSHA256: String? = nil
  ) {
    self.name = name
    self.applicationID = applicationID
    self.versions = versions
    self.creation = creation
    self.countedTables = countedTables
    self.schemaSHA256 = schemaSHA256
  }

  /// The version that a database of today has.
  package var newestVersion: Int32 { versions.last?.number ?? 0 }
}
