/// What a file was like when it was looked at, to notice that it has changed since.
///
/// Only what is known on both sides is compared.
public struct FileFingerprint: Hashable, Sendable {
  /// The length in bytes.
  public var size: Int64?
  /// The last change of the content, at the source's precision.
  public var modifiedAt: Timestamp?
  /// The server's version tag.
  public var etag: [UInt8]?

  /// Creates a fingerprint.
  ///
  /// - Parameters:
  ///   - size: The length in bytes, if known.
  ///   - modifiedAt: The last change of the content, if known.
  ///   - etag: The server's version tag, if known.
  public init(size: Int64? = nil, modifiedAt: Timestamp? = nil, etag: [UInt8]? = nil) {
    self.size = size
    self.modifiedAt = modifiedAt
    self.etag = etag
  }

  /// Takes the fingerprint of a listed entry, without its etag, which may change on moves.
  ///
  /// - Parameter entry: The entry as it was listed.
  public init(_ entry: SourceEntry) {
    self.init(size: entry.size, modifiedAt: entry.modifiedAt)
  }

  /// Tells whether nothing known about both contradicts that they are the same content.
  ///
  /// - Parameter other: The fingerprint of another look.
  /// - Returns: `false` only on a contradiction.
  public func agrees(with other: FileFingerprint) -> Bool {
    func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
      left == nil || right == nil || left == right
    }
    return agree(size, other.size) && agree(modifiedAt, other.modifiedAt) && agree(etag, other.etag)
  }
}
