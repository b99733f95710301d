import KinoContracts
import KinoSQL
import Testing

@Suite("Contract files")
struct ContractTests {
  private static let transactionWords = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  @Test("v1, account and cache are pinned by the first manifest (ST-2)")
  func firstManifest() throws {
    let pinned = try ContractFiles.manifest("schema-manifest-v1.json")
    #expect(pinned.map(\.file) == ["library-v1.sql", "account-v1.sql", "metadata-cache-v1.sql"])
    for entry in pinned {
      #expect(try sha256("storage/sql/\(entry.file)") == entry.sha256)
    }
  }

  @Test("every later version is pinned by the migrations' manifest, v10 included (ST-3, ST-4)")
  func migrationsManifest() throws {
    let pinned = try ContractFiles.manifest("schema-migrations.json")
    #expect(pinned.map(\.file) == (2...12).map { "library-v\($0).sql" })
    for entry in pinned {
      #expect(try sha256("storage/sql/\(entry.file)") == entry.sha256)
    }
  }

  @Test("no SQL file is left unpinned")
  func everyFilePinned() throws {
    let embedded = ContractFiles.all.flatMap(\.versions).map(\.file).sorted()
    #expect(try ContractFiles.names(in: "storage/sql", withExtension: "sql") == embedded)
  }

  @Test("what is embedded is the file, byte for byte", arguments: ContractFiles.all)
  func embedded(_ contract: DatabaseContract) throws {
    for version in contract.versions {
      let bytes = try ContractFiles.bytes("storage/sql/\(version.file)")
      #expect(Array(version.sql.utf8) == bytes, "\(version.file)")
      #expect(SHA256.hexadecimal(version.sql) == version.sha256, "\(version.file)")
    }
  }

  @Test("a database made at once is the one that all versions make, rows included")
  func creation() throws {
    let chain = try database(.library)
    let settings = ConnectionSettings(enforcesForeignKeys: false)
    let created = try Connection(.memory, settings: settings)
    try created.execute(#require(DatabaseContract.library.creation))
    #expect(try SchemaDump.text(of: created) == SchemaDump.text(of: chain))
    for setting in ["application_id", "user_version"] {
      #expect(try created.int64("PRAGMA \(setting)") == chain.int64("PRAGMA \(setting)"))
    }
    for table in try chain.tables() where table != "schema_migration" {
      let columns = try chain.column(
        "SELECT 'quote(' || name || ')' FROM pragma_table_info('\(table)')"
      )
      let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM \"\(table)\""
      #expect(try created.column(sql) == chain.column(sql), "\(table)")
    }
  }

  @Test("versions are numbered from 1 without a gap (MG-1)", arguments: ContractFiles.all)
  func consecutiveVersions(_ contract: DatabaseContract) {
    #expect(contract.versions.map(\.version) == Array(1...contract.current))
  }

  @Test("v1 has 27 tables, v11 the customer's 33, v12 one more (ST-2, ST-4, ST-7)")
  func tableCounts() {
    #expect(
      DatabaseContract.library.versions.map(\.tableCount)
        == [27, 29, 30, 30, 30, 31, 31, 31, 31, 32, 33, 34]
    )
    #expect(DatabaseContract.metadataCache.versions.map(\.tableCount) == [3])
  }

  @Test("the counts that are stated are those of the databases", arguments: ContractFiles.all)
  func actualTableCounts(_ contract: DatabaseContract) throws {
    for version in contract.versions {
      let connection = try database(contract, at: version.version)
      #expect(try connection.tables().count == version.tableCount, "\(version.file)")
    }
  }

  @Test("no file begins or ends a transaction", arguments: ContractFiles.all)
  func noTransaction(_ contract: DatabaseContract) throws {
    let connection = try Connection(.memory)
    for version in contract.versions {
      try connection.forEachStatement(in: version.sql) { statement throws(SQLiteError) in
        let lines = statement.sql.utf8.split(separator: UInt8(ascii: "\n"))
        let code = lines.first { !$0.starts(with: "--".utf8) }
        let word = code.flatMap { Substring($0).split(separator: " ").first }
        #expect(word.map { Self.transactionWords.contains($0.uppercased()) } == false)
        try statement.run()
      }
    }
  }

  @Test("each database says who it is and in which format", arguments: ContractFiles.all)
  func identity(_ contract: DatabaseContract) throws {
    let connection = try Connection(.memory)
    for version in contract.versions {
      try connection.execute(version.sql)
      #expect(try connection.int64("PRAGMA user_version") == Int64(version.version))
    }
    #expect(try connection.int64("PRAGMA application_id") == Int64(contract.applicationID))
    #expect(try connection.int64("PRAGMA page_size") == Int64(contract.pageSize))
    #expect(try connection.int64("PRAGMA auto_vacuum") == 2)
    #expect(try connection.column("PRAGMA encoding") == ["UTF-8"])
  }

  @Test("every table with rows worth keeping is counted by a migration (MG-2)")
  func countedTables() throws {
    let contract = DatabaseContract.library
    let counted = Set(contract.userStateTables + contract.publishedTables)
    let first = Set(try database(at: 1).tables())
    #expect(first.subtracting(counted) == ["schema_migration"])
    #expect(counted.isSubset(of: first))
  }

  private func sha256(_ path: String) throws -> String {
    try SHA256.hexadecimal(ContractFiles.text(path))
  }
}
