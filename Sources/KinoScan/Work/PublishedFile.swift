package import KinoCore

/// A file as it is published, to be read only while it is that.
package struct PublishedFile: Hashable, Sendable {
  package var path: SourcePath
  package var locator: [UInt8]?
  package var size: Int64?
  package var modifiedAt: Timestamp?

  package init(
    path: SourcePath,
    locator: [UInt8]?,
    size: Int64?,
    modifiedAt: Timestamp?
  ) {
    self.path = path
    self.locator = locator
    self.size = size
    self.modifiedAt = modifiedAt
  }

  /// Reads the file through a session, if it is what is published of it.
  ///
  /// - Parameters:
  ///   - session: The source.
  ///   - body: What to do with the open file.
  /// - Returns: What `body` returned.
  /// - Throws: `SourceError`: `changedDuringRead` for one that is no longer what is published.
  func read<Value>(
    through session: any SourceSession,
    _ body: (any SourceReader) async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let reader = try await session.open(
      path,
      locator: locator,
      expecting: try await expected(of: session)
    )
    do throws(SourceError) {
      let value = try await body(reader)
      await reader.close()
      return value
    } catch {
      await reader.close()
      throw error
    }
  }

  /// What the file must be like when it is opened.
  ///
  /// Where times are coarser than a millisecond they are compared at the source's precision, which
  /// takes a look of its own.
  private func expected(
    of session: any SourceSession
  ) async throws(SourceError) -> FileFingerprint {
    let published = FileFingerprint(size: size, modifiedAt: modifiedAt)
    guard session.capabilities.modificationPrecision ?? 0 != 1, modifiedAt != nil else {
      return published
    }
    let entry = try await session.stat(path)
    let facts = FactRules(session.capabilities)
    let isSame = entry.size == nil || entry.size == size
    guard isSame, facts.timesAgree(modifiedAt, entry.modifiedAt) != false else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return FileFingerprint(entry)
  }
}
