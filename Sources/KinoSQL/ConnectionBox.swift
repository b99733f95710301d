/// A connection in a collection, which takes no noncopyable values.
final class ConnectionBox {
  let connection: Connection

  init(_ connection: consuming Connection) {
    self.connection = connection
  }
}

/// How a transaction ended without a value.
enum TransactionFailure<Failure: Error>: Error {
  /// The body threw.
  case body(Failure)
  /// Something around the body failed.
  case database(DatabaseError)
  /// The write lock was not to be had; the operation may try again.
  case busy(SQLiteError)
}
