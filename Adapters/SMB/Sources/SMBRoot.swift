import KinoCore

/// What was learnt of a source's root when it was opened.
struct SMBRoot: Sendable {
  /// Whether the server's numbers of files are its own.
  let hasFileIDs: Bool

  /// Finds the root.
  ///
  /// Where the server has no numbers, the library makes them of names, and the same directory has two
  /// when it is asked for by two.
  ///
  /// - Parameters:
  ///   - link: The way to the server.
  ///   - duration: How long it may take.
  /// - Returns: What was learnt.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` for what is no directory.
  static func find(by link: SMBLink, within duration: Duration) async throws(SourceError) -> SMBRoot
  {
    let place = link.place
    do throws(SMBFailure) {
      let root = try await link.run(within: duration) {
        connection,
        _ throws(SMBFailure) -> SMBRoot? in
        let facts = try connection.look(at: place.url)
        guard facts.isDirectory else { return nil }
        let again = try connection.look(at: place.otherURL)
        return SMBRoot(hasFileIDs: facts.fileID != 0 && facts.fileID == again.fileID)
      }
      if let root { return root }
    } catch {
      throw SourceError(root: error)
    }
    throw SourceError(.sourceMissing, path: .root)
  }
}

extension SourceError {
  /// Translates a failure to reach the root itself.
  init(root failure: SMBFailure) {
    var failure = failure
    if failure.stage == .call { failure.stage = .connecting }
    self.init(failure, at: .root, scope: .root)
  }
}
