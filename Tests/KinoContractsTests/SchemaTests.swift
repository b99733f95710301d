import KinoContracts
import KinoSQL
import Testing

@Suite("Schema")
struct SchemaTests {
  @Test("the files make the schema that is on record", arguments: ContractFiles.all)
  func dump(_ contract: DatabaseContract) throws {
    for version in contract.versions {
      let connection = try database(contract, at: version.version)
      let name = version.file.replacing(".sql", with: ".dump")
      let recorded = try ContractFiles.text("storage/schema/\(name)")
      #expect(try dump(connection) == recorded, "\(version.file)")
    }
  }

  @Test("every table is STRICT", arguments: ContractFiles.all)
  func strict(_ contract: DatabaseContract) throws {
    let connection = try database(contract)
    let loose = try connection.column(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND strict = 0
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    )
    #expect(loose.isEmpty)
  }

  @Test("every column has a comment", arguments: ContractFiles.all)
  func comments(_ contract: DatabaseContract) throws {
    let documented = contract.versions.reduce(into: Set<String>()) { names, version in
      names.formUnion(ColumnComments.documented(in: version.sql))
    }
    for version in contract.versions {
      let connection = try database(contract, at: version.version)
      for table in try connection.tables() {
        let columns = try connection.column("SELECT name FROM pragma_table_info('\(table)')")
        let bare = columns.filter { !documented.contains("\(table).\($0)") }
        #expect(bare.isEmpty, "\(table) in \(version.file)")
      }
    }
  }

  @Test("no constraint lists the values of an enumeration", arguments: ContractFiles.all)
  func openEnumerations(_ contract: DatabaseContract) throws {
    let connection = try database(contract)
    let closed = try connection.column(
      """
      SELECT name FROM sqlite_schema
      WHERE sql LIKE '%CHECK (% IN (%' OR sql LIKE '%CHECK (% = ''%'
      """
    )
    #expect(closed.isEmpty)
  }

  @Test("nothing in the schema needs it to be trusted", arguments: ContractFiles.all)
  func untrustedSchema(_ contract: DatabaseContract) throws {
    let connection = try database(contract)
    let untrusted = try connection.column(
      """
      SELECT name FROM sqlite_schema
      WHERE sql GLOB '*json_[a-z]*(*' OR instr(sql, '->') > 0
        OR (type = 'trigger' AND instr(sql, '_fts') > 0)
      """
    )
    #expect(untrusted.isEmpty)
  }

  @Test("user state and the outbox refer to no file's row (DL-6, DL-9)")
  func userStateWithoutFiles() throws {
    let connection = try database()
    for table in DatabaseContract.library.userStateTables where table != "file_binding" {
      let parents = try connection.column(
        "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list('\(table)')"
      )
      #expect(Set(parents).isDisjoint(with: ["media_file", "sidecar", "source_directory"]))
    }
    let binding = try connection.column(
      """
      SELECT "from" || ' ' || on_delete FROM pragma_foreign_key_list('file_binding')
      WHERE "table" = 'media_file'
      """
    )
    #expect(binding == ["media_file_id SET NULL"])
  }

  @Test("the outbox refers to nothing at all (SY-3)")
  func outboxWithoutReferences() throws {
    let connection = try database()
    for table in ["change_log", "sync_cursor"] {
      #expect(try connection.column("SELECT id FROM pragma_foreign_key_list('\(table)')").isEmpty)
    }
  }

  @Test("a delete finds the rows that refer to it by an index (DL-4)")
  func indexedForeignKeys() throws {
    let connection = try database()
    // Sources are soft-deleted; what compaction does about runs is in ADR 0006.
    let exempt = ["source_id", "last_seen_run_id"]
    for table in try connection.tables() {
      let columns = try connection.column(
        "SELECT \"from\" FROM pragma_foreign_key_list('\(table)')"
      )
      for column in columns where !exempt.contains(column) {
        let plan = try connection.plan("SELECT 1 FROM \(table) WHERE \(column) = ?1")
        #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(table).\(column)")
      }
    }
  }

  private func dump(_ connection: borrowing Connection) throws -> String {
    let statements = try connection.all(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'search\\_document\\_fts\\_%' ESCAPE '\\'
      ORDER BY type, name
      """
    ) { "-- \($0.text(0)) \($0.text(1))\n\($0.text(2));\n" }
    return statements.map { $0 + "\n" }.joined()
  }
}
