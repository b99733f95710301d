import Foundation
import KinoContracts
import KinoSQL
import Testing

/// The contract as it stands in the repository, beside the code that embeds it.
enum ContractFiles {
  static let all: [DatabaseContract] = [.library, .account, .metadataCache]

  private static let specs = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "specs")

  /// The text of a file below `specs`.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: specs.appending(path: path), encoding: .utf8)
  }

  /// The bytes of a file below `specs`.
  static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: specs.appending(path: path)))
  }

  /// The names of the files in a folder below `specs`.
  static func names(in folder: String, withExtension fileExtension: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: specs.appending(path: folder).path)
      .filter { $0.hasSuffix(".\(fileExtension)") }
      .sorted()
  }

  /// Checksums by file name, as a manifest pins them.
  static func manifest(_ name: String) throws -> [(file: String, sha256: String)] {
    let data = try Data(ContractFiles.bytes("storage/\(name)"))
    return try JSONDecoder().decode(Manifest.self, from: data).files.map { ($0.file, $0.sha256) }
  }

  private struct Manifest: Decodable {
    struct File: Decodable {
      let file: String
      let sha256: String
    }

    let files: [File]
  }
}

extension DatabaseContract: CustomTestStringConvertible {
  /// The name of the database.
  package var testDescription: String { name }
}

/// Opens a database in memory and applies a contract up to a version; foreign keys are off.
func database(
  _ contract: DatabaseContract = .library,
  at version: Int? = nil
) throws -> Connection {
  let settings = ConnectionSettings(enforcesForeignKeys: false)
  let connection = try Connection(.memory, settings: settings)
  try connection.upgrade(contract, from: 0, to: version ?? contract.current)
  return connection
}

/// Opens a library in memory that holds a sample of ``MigrationSample``.
func database(holding sample: MigrationSample) throws -> Connection {
  let connection = try database(at: sample.version)
  try connection.execute(ContractFiles.text("fixtures/migrations/\(sample.file)"))
  return connection
}

extension Connection {
  /// Applies the versions after one, up to another, in one transaction as a migration does.
  borrowing func upgrade(
    _ contract: DatabaseContract = .library,
    from old: Int,
    to new: Int
  ) throws {
    // Ignored within a transaction: an empty file is formatted before it, as a migrator does.
    if old == 0 { try execute("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL") }
    try execute("BEGIN IMMEDIATE")
    for version in contract.versions where version.version > old && version.version <= new {
      try execute(version.sql)
    }
    try execute("COMMIT")
  }

  /// The first column of every row, as text; NULL is written out.
  borrowing func column(_ sql: String) throws -> [String] {
    try all(sql) { $0.optionalText(0) ?? "NULL" }
  }

  /// The tables that count as business tables.
  borrowing func tables() throws -> [String] {
    try column(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    )
  }

  /// The steps of a statement's plan.
  borrowing func plan(_ sql: String) throws -> [String] {
    try all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
  }
}
