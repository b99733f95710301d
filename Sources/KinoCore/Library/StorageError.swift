/// A failure of the library's own storage.
///
/// The database is as it was before the call that threw: every write is one transaction.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, in terms that a caller can act on.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// No space is left on the volume, or a quota is used up.
    case diskFull
    /// The file or its volume cannot be written.
    case readOnly
    /// Another process held the database longer than the caller was willing to wait.
    case busy
    /// The file cannot be reached now (an I/O error, a locked device). It is not damaged.
    case unavailable
    /// The file is not a database of this kind.
    case foreign
    /// A newer version of the software wrote the file.
    case newerVersion
    /// The file's content contradicts itself.
    case damaged
    /// A migration failed; the file is as it was, and an error record lies beside it.
    case migrationFailed
    /// The database was opened from a place that cannot hold one safely.
    case unsuitableLocation
    /// The library is suspended or closed.
    case suspended
    /// The caller's task was cancelled; nothing was committed.
    case cancelled
    /// Another process took the run over; its owner must stop.
    case ownershipLost
    /// Another publication of the source came first; the plan must be made again.
    case publicationMoved
    /// The row named by the caller does not exist.
    case notFound
    /// What was asked for contradicts what the library holds; the message says how.
    case refused
    /// The write would break a rule of the schema: a defect, never the user's doing.
    case constraint
    /// The connection's profile does not allow the statement: a defect.
    case denied
  }

  /// What went wrong.
  public var kind: Kind
  /// SQLite's extended result code, where there is one.
  public var code: Int32?
  /// What failed and what to do, without any content of the library.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, code: Int32? = nil, message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  /// Kind, code and message in one line.
  public var description: String {
    let number = code.map { " (SQLite \($0))" } ?? ""
    return "\(kind.rawValue)\(number): \(message)"
  }
}
