internal import CKinoSQLite

/// The compiled statements of one connection, by their SQL text.
final class StatementCache {
  /// More than any connection uses in steady state; the oldest idle one makes room.
  private static let capacity = 128

  private var statements: [String: PreparedStatement] = [:]
  private var time = 0

  /// How many statements are kept.
  var count: Int { statements.count }

  /// An idle statement for the text, marked as in use.
  func take(_ sql: String) -> PreparedStatement? {
    guard let statement = statements[sql], !statement.isInUse else { return nil }
    use(statement)
    return statement
  }

  /// Keeps a new statement, marked as in use.
  ///
  /// One whose text is in use already (a query inside its own row loop) is not kept.
  func add(_ statement: PreparedStatement) {
    use(statement)
    guard statements[statement.sql] == nil else { return }
    if statements.count >= Self.capacity { removeOldest() }
    statements[statement.sql] = statement
  }

  /// Lets go of all statements.
  func removeAll() {
    statements.removeAll()
  }

  private func use(_ statement: PreparedStatement) {
    time += 1
    statement.lastUse = time
    statement.isInUse = true
  }

  private func removeOldest() {
    let idle = statements.values.filter { !$0.isInUse }
    guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
    statements[oldest.sql] = nil
  }
}
