import KinoSQL
import Synchronization
import Testing

@Suite("Functions of ours in SQL")
struct FunctionTests {
  @Test("arguments of every type arrive, and results of every type come back")
  func types() throws {
    let functions = [
      ScalarFunction("echo", argumentCount: 1) { .text($0.text(0)) },
      ScalarFunction("twice", argumentCount: 1) { .integer($0.int64(0) * 2) },
      ScalarFunction("flip", argumentCount: 1) { .bytes($0.bytes(0).reversed()) },
      ScalarFunction("kind", argumentCount: -1) { .text("\($0.count)\($0.isNull(0))") },
      ScalarFunction("half", argumentCount: 0) { _ in .real(0.5) },
      ScalarFunction("none", argumentCount: 0) { _ in .null },
    ]
    let connection = try Connection(.memory, settings: ConnectionSettings(functions: functions))
    let sql = """
      SELECT echo('日本'), twice(21), flip(x'0102'), kind(NULL, 1), half(), none(), echo(''), flip(x'')
      """
    try connection.query(sql) { row in
      #expect(row.text(0) == "日本")
      #expect(row.int(1) == 42)
      #expect(row.bytes(2) == [2, 1])
      #expect(row.text(3) == "2true")
      #expect(row.double(4) == 0.5)
      #expect(row.optionalInt64(5) == nil)
      #expect(row.optionalText(6) == "")
      #expect(row.optionalBytes(7) == [])
    }
  }

  @Test("a function that fails ends the statement with its message")
  func failure() throws {
    let broken = ScalarFunction("broken", argumentCount: 0) { _ in .failure("no luck") }
    let connection = try Connection(.memory, settings: ConnectionSettings(functions: [broken]))
    let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT broken()") }
    #expect(error?.message == "no luck")
  }

  @Test("the schema cannot depend on a function of ours")
  func notInSchema() throws {
    let one = ScalarFunction("one", argumentCount: 0) { _ in .integer(1) }
    let connection = try Connection(.memory, settings: ConnectionSettings(functions: [one]))
    try connection.execute("CREATE TABLE t (n); CREATE VIEW v AS SELECT one() FROM t")
    #expect(throws: SQLiteError.self) { try connection.run("SELECT * FROM v") }
  }

  @Test("uid7() gives 16-byte identifiers of version 7 in ascending order")
  func uid7() throws {
    let generator = UIDGenerator(now: { 1_700_000_000_000 })
    let settings = ConnectionSettings(functions: [.uid7(generator)])
    let connection = try Connection(.memory, settings: settings)
    try connection.execute(
      """
      CREATE TABLE t (uid BLOB);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
      INSERT INTO t SELECT uid7() FROM n;
      """
    )
    let uids = try connection.all("SELECT uid FROM t ORDER BY rowid") { $0.bytes(0) }
    #expect(uids.count == 9999)
    #expect(zip(uids, uids.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(uids.allSatisfy { $0.count == 16 && $0[6] >> 4 == 7 && $0[8] >> 6 == 2 })
  }
}

@Suite("Time-ordered identifier")
struct TimeOrderedUIDTests {
  @Test("the bytes are those of RFC 9562's example")
  func example() {
    let uid = TimeOrderedUID(
      milliseconds: 0x017F_22E2_79B0,
      counter: 0xCC3,
      random: 0x18C4_DC0C_0C07_398F
    )
    let bytes: [UInt8] = [
      0x01, 0x7F, 0x22, 0xE2, 0x79, 0xB0, 0x7C, 0xC3,
      0x98, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F,
    ]
    #expect(uid.bytes == bytes)
  }

  @Test("they ascend when the clock is set back")
  func clockBack() {
    let times = Mutex<[Int64]>([1000, 2000, 500, 2001])
    let generator = UIDGenerator(now: { times.withLock { $0.removeFirst() } })
    let uids = (0..<4).map { _ in generator.next() }
    #expect(uids == uids.sorted())
    #expect(Set(uids).count == 4)
  }

  @Test("two generators with the same clock do not collide")
  func collisions() {
    let generators = (0..<2).map { _ in UIDGenerator(now: { 1000 }) }
    let uids = (0..<20000).map { generators[$0 % 2].next() }
    #expect(Set(uids).count == uids.count)
  }
}
