import KinoSQL
import Testing

@Suite("Write coordinator")
struct WriteCoordinatorTests {
  private let shelf: Shelf

  init() async throws { shelf = try await Shelf() }

  @Test("user writes go before scan groups that came earlier (TX-2)")
  func priority() async throws {
    let gate = Gate()
    let journal = Journal()
    let first = Task { try await hold(gate) }
    await gate.hasBegun()
    var tasks: [Task<Void, any Error>] = []
    for (number, priority) in [WritePriority.background, .normal, .normal, .user].enumerated() {
      let before = shelf.database.waitingWrites
      tasks.append(
        Task { [shelf] in
          try await shelf.add("\(priority) \(number)", priority: priority)
          await journal.note("\(priority) \(number)")
        }
      )
      while shelf.database.waitingWrites == before { try await Task.sleep(for: .milliseconds(1)) }
    }
    gate.open()
    try await first.value
    for task in tasks { try await task.value }
    #expect(try await shelf.titles() == ["user 3", "normal 1", "normal 2", "background 0"])
  }

  @Test("cancelling stops a statement in the middle and rolls back (TX-9)")
  func cancelRunning() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let task = Task { [shelf] in
      try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
        begun.continuation.finish()
        _ = try connection.int64(endlessQuery)
      }
    }
    for await _ in begun.stream {}
    task.cancel()
    await #expect(throws: DatabaseError.cancelled) { try await task.value }
    #expect(try await shelf.titles() == [])
    try await shelf.add("Valis")
    #expect(try await shelf.titles() == ["Valis"])
  }

  @Test("cancelling ends the wait for a turn, and the write never runs")
  func cancelWaiting() async throws {
    let gate = Gate()
    let first = Task { try await hold(gate) }
    await gate.hasBegun()
    let second = Task { [shelf] in try await shelf.add("Ubik") }
    while shelf.database.waitingWrites == 0 { try await Task.sleep(for: .milliseconds(1)) }
    second.cancel()
    await #expect(throws: DatabaseError.cancelled) { try await second.value }
    gate.open()
    try await first.value
    #expect(try await shelf.titles() == [])
  }

  @Test("a deadline ends the wait for a turn")
  func deadlineWaiting() async throws {
    let gate = Gate()
    let first = Task { try await hold(gate) }
    await gate.hasBegun()
    await #expect(throws: DatabaseError.deadlineExceeded) {
      try await shelf.database.write(as: .all, deadline: .now) { _ in }
    }
    gate.open()
    try await first.value
  }

  @Test("a deadline ends the wait for another process's lock")
  func deadlineBusy() async throws {
    let other = try Connection(.file(shelf.database.path))
    try other.execute("BEGIN IMMEDIATE")
    await #expect(throws: DatabaseError.deadlineExceeded) {
      try await shelf.database.write(as: .all, deadline: .now) { _ in }
    }
    try other.execute("ROLLBACK")
    try await shelf.add("Ubik")
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("a write waits for another process's lock and then succeeds")
  func busyThenFree() async throws {
    let other = try Connection(.file(shelf.database.path))
    try other.execute("BEGIN IMMEDIATE")
    let task = Task { [shelf] in
      try await shelf.database.write(as: .all, deadline: .now + .seconds(3600)) {
        connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
      }
    }
    while shelf.database.runningOperations == 0 { try await Task.sleep(for: .milliseconds(1)) }
    try other.execute("COMMIT")
    #expect(try await task.value == 1)
  }

  @Test("cancelling ends the wait for another process's lock")
  func cancelBusy() async throws {
    let other = try Connection(.file(shelf.database.path))
    try other.execute("BEGIN IMMEDIATE")
    let task = Task { [shelf] in
      try await shelf.database.write(as: .all, deadline: .now + .seconds(3600)) { _ in }
    }
    while shelf.database.runningOperations == 0 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: DatabaseError.cancelled) { try await task.value }
  }

  @Test("a scan group that waits for another process lets a user write go first")
  func yieldWhileBusy() async throws {
    let other = try Connection(.file(shelf.database.path))
    try other.execute("BEGIN IMMEDIATE")
    let far = ContinuousClock.now + .seconds(3600)
    let scan = Task { [shelf] in
      try await shelf.database.write(as: .all, deadline: far) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('scan')")
      }
    }
    while shelf.database.runningOperations == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let user = Task { [shelf] in
      try await shelf.database.write(as: .all, priority: .user, deadline: far) {
        connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('user')")
      }
    }
    while shelf.database.runningOperations == 1 { try await Task.sleep(for: .milliseconds(1)) }
    // The user's write has the turn when the scan waits in the queue again.
    while shelf.database.waitingWrites != 1 || shelf.database.waitingPriority != .normal {
      try await Task.sleep(for: .milliseconds(1))
    }
    try other.execute("COMMIT")
    _ = try await (scan.value, user.value)
    #expect(try await shelf.titles() == ["user", "scan"])
  }

  @Test("each profile has a connection of its own under its own rules")
  func profiles() async throws {
    let reader = WriteProfile("nothing", access: AuthorizerProfile())
    let error = await #expect(throws: DatabaseError.self) {
      try await shelf.database.write(as: reader) { connection throws(SQLiteError) in
        try connection.run("DELETE FROM book")
      }
    }
    guard case .sqlite(let sqlite) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(sqlite.kind == .denied)
    try await shelf.add("Ubik")
  }

  @Test("a profile cannot end the coordinator's transaction")
  func commitDenied() async throws {
    let profile = WriteProfile("scan", access: AuthorizerProfile(tables: ["book": .full]))
    for sql in ["COMMIT", "ROLLBACK"] {
      await #expect(throws: DatabaseError.self) {
        try await shelf.database.write(as: profile) { connection throws(SQLiteError) in
          try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
          try connection.run(sql)
        }
      }
    }
    #expect(try await shelf.titles() == [])
  }

  private func hold(_ gate: Gate) async throws(DatabaseError) {
    try await shelf.database.write(as: .all) { _ in gate.hold() }
  }
}
