import Foundation
import KinoCore
import KinoSQL
import Testing

@testable import KinoStorage

@Suite("Write profiles")
struct LibraryProfilesTests {
  @Test(
    "every profile may do what ADR 0008 says, and nothing else",
    arguments: Self.profiles.keys.sorted()
  )
  func matrix(_ name: String) async throws {
    let profile = try #require(Self.profiles[name])
    let fixture = try await LibraryFixture()
    let columns = try await columns(in: fixture)
    let connection = try Connection(
      .file(fixture.directory.file("library.sqlite")),
      profile: profile.access
    )
    var differences: [String] = []
    for (table, cells) in try WriteMatrix.read() {
      let cell = try #require(cells[profile.name], "\(table) has no cell for \(profile.name)")
      let columns = try #require(columns[table])
      for column in columns {
        let sql = "UPDATE \(table) SET \(column) = \(column)"
        if allows(sql, connection) != cell.mayUpdate(column) { differences.append(sql) }
      }
      let insertion = "INSERT INTO \(table) (\(columns[0])) VALUES (NULL)"
      if allows(insertion, connection) != cell.mayInsert { differences.append(insertion) }
      let deletion = "DELETE FROM \(table) WHERE \(columns[0]) = 0"
      if allows(deletion, connection) != cell.mayDelete { differences.append(deletion) }
    }
    #expect(differences.isEmpty)
  }

  @Test("ADR 0008 names exactly the tables of the schema")
  func tables() async throws {
    let fixture = try await LibraryFixture()
    let tables = try await fixture.rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'
      ORDER BY name
      """
    )
    #expect(try WriteMatrix.read().keys.sorted() == tables)
  }

  @Test(
    "nothing but maintenance changes the schema, attaches files or runs a PRAGMA",
    arguments: Self.profiles.keys.sorted().filter { $0 != "maintenance" },
    ["DROP TABLE sidecar", "ATTACH ':memory:' AS other", "PRAGMA user_version = 99"]
  )
  func schema(_ name: String, _ sql: String) async throws {
    let profile = try #require(Self.profiles[name])
    let fixture = try await LibraryFixture()
    let connection = try Connection(
      .file(fixture.directory.file("library.sqlite")),
      profile: profile.access
    )
    let isAllowed = allows(sql, connection)
    #expect(!isAllowed)
  }

  @Test("a locked row stops the metadata profile, whatever it may do to the table")
  func locks() async throws {
    let fixture = try await LibraryFixture()
    let entity = try await fixture.entity("Heat")
    try await fixture.binding(of: entity, to: nil, ["locked": 1])
    await #expect(throws: StorageError.self) {
      try await fixture.library.write(.metadata) { connection in
        try connection.run("UPDATE file_binding SET role = 'version'")
      }
    }
  }

  private func allows(_ sql: String, _ connection: borrowing Connection) -> Bool {
    do {
      _ = try connection.prepare(sql)
      return true
    } catch {
      #expect(error.kind == .denied, "\(sql): \(error)")
      return false
    }
  }

  /// The columns of every table.
  private func columns(in fixture: LibraryFixture) async throws -> [String: [String]] {
    let pairs = try await fixture.rows(
      """
      SELECT own.name, info.name FROM pragma_table_list AS own, pragma_table_info(own.name) AS info
      WHERE own.schema = 'main' ORDER BY info.cid
      """
    )
    return Dictionary(grouping: pairs.map { $0.split(separator: "|") }) { String($0[0]) }
      .mapValues { $0.map { String($0[1]) } }
  }

  private static let profiles: [String: WriteProfile] = [
    "scan": .scan, "retention": .retention, "metadata": .metadata, "merge": .merge, "user": .user,
    "maintenance": .maintenance,
  ]
}

/// The table of ADR 0008.
private enum WriteMatrix {
  /// Cells by table and profile.
  static func read() throws -> [String: [String: WriteCell]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../specs/adr/0008-write-profiles.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("|") && !$0.hasPrefix("|--") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    let header = try #require(lines.first)
    let tables = lines.dropFirst().map { line in
      (line[0], Dictionary(uniqueKeysWithValues: zip(header, line.map(WriteCell.init)).dropFirst()))
    }
    return Dictionary(uniqueKeysWithValues: tables)
  }
}

/// One cell: `R I U(a,b) D`.
private struct WriteCell {
  let mayInsert: Bool
  let mayDelete: Bool
  private let columns: Set<String>?
  private let isExcept: Bool

  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    mayInsert = words.contains("I")
    mayDelete = words.contains("D")
    let update = words.first { $0.hasPrefix("U") }
    let names = update.map { $0.dropFirst().trimmingCharacters(in: .init(charactersIn: "()")) }
    let listed = names?.split(separator: ",").map(String.init) ?? []
    isExcept = update == "U" || listed.first?.hasPrefix("-") == true
    columns = update == nil ? nil : Set(listed.map { $0.replacing("-", with: "") })
  }

  func mayUpdate(_ column: String) -> Bool {
    guard let columns else { return false }
    return columns.contains(column) != isExcept
  }
}
