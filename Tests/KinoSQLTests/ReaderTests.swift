import KinoSQL
import Testing

@Suite("Readers")
struct ReaderTests {
  private let shelf: Shelf

  init() async throws { shelf = try await Shelf() }

  @Test("a read does not wait for a write, and sees what was committed before it")
  func besideWriter() async throws {
    try await shelf.add("Ubik")
    let gate = Gate()
    let write = Task { [shelf] in
      try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Valis')")
        gate.hold()
      }
    }
    await gate.hasBegun()
    #expect(try await shelf.titles() == ["Ubik"])
    gate.open()
    try await write.value
    #expect(try await shelf.titles() == ["Ubik", "Valis"])
  }

  @Test("a read keeps its snapshot while others commit")
  func snapshot() async throws {
    let gate = Gate()
    let read = Task { [shelf] in
      try await shelf.database.read { connection throws(SQLiteError) in
        let before = try connection.int64("SELECT count(*) FROM book")
        gate.hold()
        return [before, try connection.int64("SELECT count(*) FROM book")]
      }
    }
    await gate.hasBegun()
    try await shelf.add("Ubik")
    gate.open()
    #expect(try await read.value == [0, 0])
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("as many reads run at once as there are readers")
  func concurrency() async throws {
    let gates = (0..<4).map { _ in Gate() }
    let reads = gates.map { gate in
      Task { [shelf] in
        try await shelf.database.read { connection throws(SQLiteError) in
          _ = try connection.int64("SELECT 1")
          gate.hold()
        }
      }
    }
    for gate in gates { await gate.hasBegun() }
    for gate in gates { gate.open() }
    for read in reads { try await read.value }
  }

  @Test("cancelling stops a running query")
  func cancel() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let task = Task { [shelf] in
      try await shelf.database.read { connection throws(SQLiteError) in
        begun.continuation.finish()
        return try connection.int64(endlessQuery)
      }
    }
    for await _ in begun.stream {}
    task.cancel()
    await #expect(throws: DatabaseError.cancelled) { try await task.value }
    #expect(try await shelf.titles() == [])
  }

  @Test("a reader cannot write")
  func noWrites() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await shelf.database.read { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
      }
    }
    guard case .sqlite(let sqlite) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(sqlite.kind == .readOnly)
  }

  @Test("a commit by another process is noticed")
  func dataVersion() async throws {
    let before = try await shelf.database.dataVersion()
    #expect(try await shelf.database.dataVersion() == before)
    let other = try Connection(.file(shelf.database.path))
    try other.execute("INSERT INTO book(title) VALUES ('Ubik')")
    #expect(try await shelf.database.dataVersion() != before)
  }
}
