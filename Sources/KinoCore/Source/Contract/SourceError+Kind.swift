extension SourceError {
  /// What happened, in terms a caller can act on.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The source refused the credential, or wants one.
    case authenticationFailed
    /// The credential is good, and does not allow this.
    case permissionDenied
    /// The server sent the client elsewhere, where it must not go.
    case redirectRefused
    /// The server's certificate or the encryption is not acceptable.
    case tlsFailure
    /// The path is certainly not there, while the root is.
    case notFound
    /// Something other than a directory is where one was needed.
    case notADirectory
    /// A directory is where a file was needed.
    case isADirectory
    /// The protocol or file system can not express the name.
    case nameNotRepresentable
    /// What a handle or locator stood for is no longer valid.
    case staleHandle
    /// The root, share, export or mount is not there, or is another one.
    case sourceMissing
    /// The source can not be reached or does not work at present.
    case unavailable
    /// No answer in time.
    case timedOut
    /// The source wants fewer requests.
    case rateLimited
    /// The source can not do this.
    case unsupported
    /// The range lies outside the file.
    case rangeNotSatisfiable
    /// The server sent the whole file instead of a range.
    case rangeIgnored
    /// The file is no longer what it was when it was opened or listed.
    case changedDuringRead
    /// The answer contradicts the protocol.
    case protocolViolation
    /// The answer exceeds a limit that protects the caller.
    case tooLarge
    /// The caller's task was cancelled.
    case cancelled

    /// Whether trying again usually helps.
    public var usualRetry: Retry {
      switch self {
      case .unavailable, .timedOut, .rateLimited, .staleHandle: .temporary
      default: .permanent
      }
    }

    /// How far it usually reaches.
    public var usualScope: Scope {
      switch self {
      case .sourceMissing: .root
      case .authenticationFailed, .tlsFailure, .redirectRefused: .connection
      case .unavailable, .timedOut, .rateLimited: .connection
      case .notADirectory, .protocolViolation: .directory
      default: .entry
      }
    }
  }
}
