/// The secret that opens a source.
///
/// It can not be encoded, and neither printing nor dumping one shows it.
public struct SourceCredential: Hashable, Sendable {
  /// How the secret is presented.
  public let method: Method

  /// Creates a credential.
  ///
  /// - Parameter method: How the secret is presented.
  public init(_ method: Method) {
    self.method = method
  }

  /// How a secret is presented.
  public enum Method: Hashable, Sendable {
    /// No secret, said on purpose: a guest or anonymous login.
    case anonymous
    /// A user's password.
    case password(user: String, password: String)
    /// A token that stands for the user.
    case bearer(token: String)
  }
}

extension SourceCredential: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Says that there is a credential, and nothing about it.
  public var description: String { "SourceCredential(redacted)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SourceCredential.Method: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Says that there is a credential, and nothing about it.
  public var description: String { "SourceCredential.Method(redacted)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
