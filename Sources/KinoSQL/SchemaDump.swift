/// The schema of a database as text: one object after another, by type and name, each with its SQL
/// exactly as `sqlite_schema` keeps it.
///
/// Statistics tables and automatic indexes are left out.
package enum SchemaDump {
  private static let query = """
    SELECT type, name, tbl_name, sql FROM sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'
    ORDER BY type, name
    """

  /// Dumps the schema of a connection's main database.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: The dump.
  /// - Throws: ``SQLiteError``.
  package static func text(of connection: borrowing Connection) throws(SQLiteError) -> String {
    var text = ""
    try connection.query(query) { row in
      text += "-- \(row.text(0)) \(row.text(1)) on \(row.text(2))\n\(row.text(3));\n"
    }
    return text
  }

  /// Dumps the schema that a contract makes, built in memory.
  ///
  /// - Parameters:
  ///   - contract: The contract.
  ///   - version: Up to which version.
  /// - Returns: The dump.
  /// - Throws: ``SQLiteError``.
  package static func text(
    of contract: SchemaContract,
    at version: Int32
  ) throws(SQLiteError) -> String {
    let settings = ConnectionSettings(enforcesForeignKeys: false)
    let connection = try Connection(.memory, settings: settings)
    for step in contract.versions where step.number <= version { try connection.execute(step.sql) }
    return try text(of: connection)
  }
}
