/// A failure of a source: what it means, whether trying again helps, and how far it reaches.
///
/// It holds no secret, and its description is the same in every locale. The scan decides by
/// ``kind``, ``retry`` and ``scope``; the rest is for people.
public struct SourceError: Error, Hashable, Sendable, Codable {
  /// What happened.
  public var kind: Kind
  /// Whether the same call may succeed later.
  public var retry: Retry
  /// How far the failure reaches.
  public var scope: Scope
  /// The earliest time to try again, from when the error was made, if the source said so.
  public var retryAfter: Duration?
  /// The code the failure had where it came from.
  public var underlying: Underlying?
  /// What the failure is about, as ``SourcePath/displayText``.
  public var path: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - retry: Whether trying again may help; by default what is usual for the kind.
  ///   - scope: How far the failure reaches; by default what is usual for the kind.
  ///   - retryAfter: When the source said to come back.
  ///   - underlying: The code the failure had where it came from.
  ///   - path: What the failure is about.
  public init(
    _ kind: Kind,
    retry: Retry? = nil,
    scope: Scope? = nil,
    retryAfter: Duration? = nil,
    underlying: Underlying? = nil,
    path: SourcePath? = nil
  ) {
    self.kind = kind
    self.retry = retry ?? kind.usualRetry
    self.scope = scope ?? kind.usualScope
    self.retryAfter = retryAfter
    self.underlying = underlying
    self.path = path?.displayText
  }

  /// Whether trying the same call again can help.
  public enum Retry: String, Hashable, Sendable, Codable {
    /// It can not, until someone changes something.
    case permanent
    /// It can, after a while.
    case temporary
  }

  /// How far a failure reaches.
  public enum Scope: String, Hashable, Sendable, Codable {
    /// One entry; its neighbours are fine.
    case entry
    /// One directory and what is below it.
    case directory
    /// The whole source.
    case root
    /// The connection; other connections to the same source may be fine.
    case connection
  }

  /// A code of the operating system, a protocol or a library.
  public struct Underlying: Hashable, Sendable, Codable {
    /// Whose code it is: `errno`, `http`, `curl`, `ntstatus`, `nfs`.
    public var domain: String
    /// The code.
    public var code: Int64

    /// Creates a reference to a code.
    ///
    /// - Parameters:
    ///   - domain: Whose code it is.
    ///   - code: The code.
    public init(domain: String, code: Int64) {
      self.domain = domain
      self.code = code
    }
  }
}

extension SourceError: CustomStringConvertible {
  /// The kind, the path and the underlying code, in a stable form.
  public var description: String {
    var text = kind.rawValue
    if let path { text += " at \(path)" }
    if let underlying { text += " (\(underlying.domain) \(underlying.code))" }
    return text
  }
}
