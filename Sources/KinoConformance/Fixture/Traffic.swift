/// What the server of a site saw since the site was made; `nil` where nobody counts.
public struct Traffic: Hashable, Sendable {
  /// The requests that arrived, refused ones included.
  public var requests: Int?
  /// The most requests that were in the works at the same time.
  public var peakInFlight: Int?
  /// The bytes of file content that were sent.
  public var contentBytes: Int64?
  /// Sessions, listings and files that are held open for clients now.
  public var held: Int?
  /// The requests that arrived at another place than the source, sent there by the source.
  public var strayRequests: Int?
  /// How many of those carried a credential.
  public var leakedSecrets: Int?

  /// Creates a count.
  ///
  /// - Parameters:
  ///   - requests: The requests that arrived.
  ///   - peakInFlight: The most requests at the same time.
  ///   - contentBytes: The bytes of file content that were sent.
  ///   - held: What is held open for clients now.
  ///   - strayRequests: Requests that arrived at another place.
  ///   - leakedSecrets: How many of those carried a credential.
  public init(
    requests: Int? = nil,
    peakInFlight: Int? = nil,
    contentBytes: Int64? = nil,
    held: Int? = nil,
    strayRequests: Int? = nil,
    leakedSecrets: Int? = nil
  ) {
    self.requests = requests
    self.peakInFlight = peakInFlight
    self.contentBytes = contentBytes
    self.held = held
    self.strayRequests = strayRequests
    self.leakedSecrets = leakedSecrets
  }
}
