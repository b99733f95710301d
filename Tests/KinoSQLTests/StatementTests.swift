import KinoSQL
import Testing

@Suite("Statement")
struct StatementTests {
  @Test("values of every type come back as they were bound")
  func roundTrip() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (i, r, s, b)")
    try connection.run("INSERT INTO t VALUES (?1, ?2, ?3, ?4)") {
      $0.bind(1, Int64.min)
      $0.bind(2, 1.5)
      $0.bind(3, "Amélie \u{0}日本")
      $0.bind(4, [0, 255, 0] as [UInt8])
    }
    try connection.query("SELECT i, r, s, b FROM t") { row in
      #expect(row.int64(0) == .min)
      #expect(row.double(1) == 1.5)
      #expect(row.text(2) == "Amélie \u{0}日本")
      #expect(row.bytes(3) == [0, 255, 0])
    }
    #expect(try connection.int64("SELECT count(*) FROM t WHERE typeof(b) = 'blob'") == 1)
  }

  @Test("nil of each type is stored as NULL and read as nil")
  func nulls() throws {
    let connection = try Connection(.memory)
    let types = try connection.first("SELECT ?1, ?2, ?3, ?4, ?5, ?6") {
      $0.bind(1, nil as Int64?)
      $0.bind(2, nil as Int?)
      $0.bind(3, nil as Double?)
      $0.bind(4, nil as String?)
      $0.bind(5, nil as [UInt8]?)
      $0.bind(6, nil as Bool?)
    } _: { row in
      #expect(row.optionalInt64(0) == nil)
      #expect(row.optionalInt(1) == nil)
      #expect(row.optionalText(3) == nil)
      #expect(row.optionalBytes(4) == nil)
      return (0..<6).allSatisfy { row.isNull(Int32($0)) }
    }
    #expect(types == true)
  }

  @Test("an empty text and an empty blob are not NULL")
  func empty() throws {
    let connection = try Connection(.memory)
    let sql = "SELECT typeof(?1), typeof(?2), length(?1), length(?2)"
    try connection.query(sql) {
      $0.bind(1, "")
      $0.bind(2, [] as [UInt8])
    } _: { row in
      #expect(row.text(0) == "text")
      #expect(row.text(1) == "blob")
      #expect(row.int(2) == 0)
      #expect(row.int(3) == 0)
    }
  }

  @Test("a blob and a text can be read where SQLite keeps them")
  func borrowed() throws {
    let connection = try Connection(.memory)
    let sum = try connection.first("SELECT x'010203', 'abc', NULL") { row in
      row.withBytes(0) { bytes in
        var sum = 0
        for index in bytes.indices { sum += Int(bytes[index]) }
        return sum
      } + row.withText(1) { $0.count } + row.withBytes(2) { $0.count }
    }
    #expect(sum == 9)
  }

  @Test("a statement is compiled once per connection")
  func cache() throws {
    let connection = try Connection(.memory)
    for _ in 0..<10 { _ = try connection.int64("SELECT 1") }
    #expect(connection.cachedStatementCount == 1)
  }

  @Test("a statement from the cache has no values of its last user")
  func cleared() throws {
    let connection = try Connection(.memory)
    #expect(try connection.int64("SELECT ?1") { $0.bind(1, 7) } == 7)
    #expect(try connection.int64("SELECT ?1") == nil)
  }

  @Test("a query may run inside its own row loop")
  func nested() throws {
    let connection = try Connection(.memory)
    let sql = "WITH n(i) AS (VALUES (1), (2), (3)) SELECT i FROM n"
    var pairs = 0
    try connection.query(sql) { _ throws(SQLiteError) in
      try connection.query(sql) { _ in pairs += 1 }
    }
    #expect(pairs == 9)
  }

  @Test("a bind to a placeholder that does not exist fails the run")
  func badIndex() throws {
    let connection = try Connection(.memory)
    let error = #expect(throws: SQLiteError.self) {
      try connection.run("SELECT ?1") { $0.bind(2, 1) }
    }
    #expect(error?.kind == .misuse)
  }

  @Test("several statements are refused where one is expected")
  func several() throws {
    let connection = try Connection(.memory)
    let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT 1; SELECT 2") }
    #expect(error?.kind == .misuse)
  }

  @Test("an error names the statement, never the values")
  func noValues() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (k TEXT PRIMARY KEY)")
    let sql = "INSERT INTO t VALUES (?1)"
    try connection.run(sql) { $0.bind(1, "hunter2") }
    let error = #expect(throws: SQLiteError.self) {
      try connection.run(sql) { $0.bind(1, "hunter2") }
    }
    #expect(error?.kind == .constraint(.primaryKey))
    #expect(error?.sql == sql)
    #expect(error?.description.contains("hunter2") == false)
  }
}
