/// A version of the protocol: how to ask for what a session needs.
///
/// Every call is one or a few remote procedure calls, and fails with ``NFSFailure``. Links are never
/// followed. Nothing is opened or locked, so that the server keeps nothing for us.
protocol NFSDialect: Sendable {
  /// Finds the root of a source.
  ///
  /// - Parameters:
  ///   - names: The path of an export, or below one.
  ///   - deadline: When to give up.
  /// - Returns: The root, and what its server is like.
  /// - Throws: ``NFSFailure``
  func findRoot(_ names: [[UInt8]], until deadline: ContinuousClock.Instant)
    async throws(NFSFailure) -> FoundRoot

  /// Looks at what is below a directory; without names at the directory itself.
  func find(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  )
    async throws(NFSFailure) -> Node

  /// Begins to list a directory below another.
  func openDirectory(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> OpenedDirectory

  /// Goes on with a listing.
  func list(
    _ directory: FileHandle,
    from position: ListPosition,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> ListPart

  /// Reads a part of a file, of at most ``ServerTraits/readLimit`` bytes.
  ///
  /// Fewer may come before the end, but at least one.
  func read(
    _ file: FileHandle,
    at offset: Int64,
    count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FilePart
}
