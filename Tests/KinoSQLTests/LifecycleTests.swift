import KinoSQL
import Testing

@Suite("Suspending and closing")
struct LifecycleTests {
  private let shelf: Shelf

  init() async throws { shelf = try await Shelf() }

  @Test("suspending rolls a running write back and refuses others until resumed")
  func suspend() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let running = Task { [shelf] in
      try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
        begun.continuation.finish()
        _ = try connection.int64(endlessQuery)
      }
    }
    for await _ in begun.stream {}
    let waiting = Task { [shelf] in try await shelf.add("Valis") }
    while shelf.database.waitingWrites == 0 { try await Task.sleep(for: .milliseconds(1)) }
    await shelf.database.suspend()
    await #expect(throws: DatabaseError.suspended) { try await running.value }
    await #expect(throws: DatabaseError.suspended) { try await waiting.value }
    await #expect(throws: DatabaseError.suspended) { try await shelf.add("Eye") }
    await #expect(throws: DatabaseError.suspended) { try await shelf.titles() }

    await shelf.database.resume()
    try await shelf.add("Time")
    #expect(try await shelf.titles() == ["Time"])
  }

  @Test("a suspended database holds no lock: another connection can have the file for itself")
  func noLocks() async throws {
    try await shelf.add("Ubik")
    _ = try await shelf.titles()
    await shelf.database.suspend()
    let other = try Connection(.file(shelf.database.path))
    // Leaving WAL mode takes an exclusive lock.
    #expect(try other.first("PRAGMA journal_mode = DELETE") { $0.text(0) } == "delete")
    #expect(try other.first("PRAGMA journal_mode = WAL") { $0.text(0) } == "wal")
    await shelf.database.resume()
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("what was committed before suspending is there after resuming")
  func durable() async throws {
    try await shelf.add("Ubik")
    await shelf.database.suspend()
    await shelf.database.resume()
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("a closed database stays closed, with nothing but its file left")
  func close() async throws {
    try await shelf.add("Ubik")
    await shelf.database.close()
    await shelf.database.resume()
    await #expect(throws: DatabaseError.closed) { try await shelf.titles() }
    #expect(shelf.directory.names == ["shelf.sqlite"])
  }
}
