extension Database {
  /// Stops everything and lets go of every lock, before the system freezes the process.
  ///
  /// Running writes roll back, reads end, whoever waits gets ``DatabaseError/suspended``, and so does whoever
  /// comes before ``resume()``. Returns when all connections are closed. The write-ahead log stays for the
  /// next opening, so that this is quick.
  package func suspend() async {
    await stop(.suspended, checkpointing: false)
  }

  /// Lets reads and writes begin again; connections open at first use.
  package func resume() async {
    await inOrder { operations.admit() }
  }

  /// Stops everything for good and closes the file.
  ///
  /// The last connection of all processes copies the write-ahead log back and removes it. Later reads and
  /// writes get ``DatabaseError/closed``.
  package func close() async {
    await stop(.closed, checkpointing: true)
  }

  private func stop(_ reason: OperationToken.Reason, checkpointing: Bool) async {
    await inOrder {
      guard let tokens = operations.refuse(reason) else { return }
      for token in tokens {
        writes.wake(token)
        reads.wake(token)
        care.wake(token)
      }
      await closeConnections(checkpointing: checkpointing)
    }
  }

  /// Closes each connection when nobody uses it any more.
  private func closeConnections(checkpointing: Bool) async {
    let patient = OperationToken(deadline: nil)
    var turns: [Int] = []
    while turns.count < readers.count {
      guard let turn = await reads.acquire(priority: .max, token: patient) else { break }
      turns.append(turn)
    }
    for reader in readers { await reader.close(checkpointing: checkpointing) }
    for turn in turns { reads.release(turn) }
    if let turn = await writes.acquire(priority: .max, token: patient) {
      await writer.close(checkpointing: checkpointing)
      writes.release(turn)
    }
    if let turn = await care.acquire(priority: .max, token: patient) {
      await maintenance.close(checkpointing: checkpointing)
      care.release(turn)
    }
  }

  /// Runs one change of state at a time.
  private func inOrder(_ body: () async -> Void) async {
    let token = OperationToken(deadline: nil)
    guard let turn = await lifecycle.acquire(priority: 0, token: token) else { return }
    await body()
    lifecycle.release(turn)
  }
}
