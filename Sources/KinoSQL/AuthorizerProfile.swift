/// What a connection may do: table × operation × columns.
///
/// A connection under a profile may read everything and use savepoints and functions. It may change
/// only what the profile lists. Everything else, schema changes, ATTACH and PRAGMA included, fails when
/// the statement is prepared, with ``SQLiteError/Kind/denied`` and an ``AccessDenial``.
///
/// SQLite asks the authorizer about tables and columns, never about rows, and also about what foreign
/// key actions and triggers do: a profile that deletes from a parent table needs the children's
/// operations too.
package struct AuthorizerProfile: Hashable, Sendable {
  /// What may be done to one table.
  package struct Access: Hashable, Sendable {
    /// Which columns an UPDATE may set.
    package enum Columns: Hashable, Sendable {
      /// None: no UPDATE.
      case none
      /// These.
      case only(Set<String>)
      /// All but these.
      case except(Set<String>)
      /// All.
      case all
    }

    /// Whether rows may be inserted.
    package var insert: Bool
    /// Which columns may be updated.
    package var update: Columns
    /// Whether rows may be deleted.
    package var delete: Bool

    /// Creates an access; by default nothing is allowed.
    package init(insert: Bool = false, update: Columns = .none, delete: Bool = false) {
      self.insert = insert
      self.update = update
      self.delete = delete
    }

    /// Everything.
    package static let full = Access(insert: true, update: .all, delete: true)
    /// Only new rows.
    package static let insertOnly = Access(insert: true)
    /// Only deletion.
    package static let deleteOnly = Access(delete: true)

    /// New rows, and changes of all columns.
    package static let upsert = Access(insert: true, update: .all)

    /// Only changes of these columns.
    package static func updating(_ columns: Set<String>) -> Access {
      Access(update: .only(columns))
    }
  }

  /// The tables that may be changed, by name; SQLite's spelling in the schema counts.
  package var tables: [String: Access]
  /// Whether temporary tables and indexes may be made, changed and dropped.
  package var allowsTemporaryTables: Bool
  /// Whether everything is allowed, except to end the transaction that a body runs in.
  package var isUnrestricted: Bool

  /// Creates a profile.
  package init(tables: [String: Access] = [:], allowsTemporaryTables: Bool = false) {
    self.tables = tables
    self.allowsTemporaryTables = allowsTemporaryTables
    isUnrestricted = false
  }

  /// Everything is allowed, schema changes and ATTACH included.
  package static var unrestricted: AuthorizerProfile {
    var profile = AuthorizerProfile()
    profile.isUnrestricted = true
    return profile
  }

  /// The same profile, which may also write to an FTS5 table.
  ///
  /// Such a write goes to shadow tables, and the first one of a connection declares the virtual table,
  /// which SQLite's authorizer sees as an INSERT into `sqlite_master` and an UPDATE of its columns. That
  /// table stays protected by the defensive setting.
  package func allowing(fullTextTable name: String) -> AuthorizerProfile {
    var profile = self
    profile.tables[name] = .full
    for suffix in ["data", "idx", "content", "docsize", "config"] {
      profile.tables["\(name)_\(suffix)"] = .full
    }
    profile.tables["sqlite_master"] = .upsert
    return profile
  }
}

/// An operation that a profile did not allow.
package struct AccessDenial: Hashable, Sendable {
  /// The operation in SQL's words, such as `INSERT`, `PRAGMA`, `ATTACH` or `DROP TABLE`.
  package let operation: String
  /// The table or other object, if the operation has one.
  package let table: String?
  /// The column, if the operation has one.
  package let column: String?
}

extension AccessDenial: CustomStringConvertible {
  /// In words.
  package var description: String {
    let object = table.map { " of \($0)" } ?? ""
    return "\(operation)\(object)\(column.map { ".\($0)" } ?? "") is not allowed here"
  }
}
