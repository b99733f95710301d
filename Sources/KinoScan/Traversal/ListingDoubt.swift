internal import KinoCore

/// Asks a source about one name before a listing that lacks all that is known of a directory counts.
///
/// Servers answer for directories that they may not read, or whose disk is gone, as if nothing lay in
/// them. The brake knows that by the number of files; one request knows it of a few as well.
struct ListingDoubt: Sendable {
  private let session: any SourceSession

  init(_ session: any SourceSession) { self.session = session }

  /// Looks at what a listing lost.
  ///
  /// - Parameters:
  ///   - lost: The name; where there is none nothing is asked.
  ///   - directory: What was listed.
  /// - Returns: What contradicts the listing; `nil` if nothing does. A name for which the source never
  ///   has an answer contradicts nothing.
  /// - Throws: What keeps the source from answering for now, or at all.
  func contradiction(
    of lost: LostEntry?,
    in directory: SourcePath
  ) async throws(SourceError) -> EntryNote? {
    guard let lost else { return nil }
    let path = directory.appending(lost.name)
    do throws(SourceError) {
      guard lost.isShown(by: try await session.stat(path)) else { return nil }
      let error = SourceError(.protocolViolation, scope: .entry, path: path)
      return EntryNote(name: lost.name, error: error)
    } catch {
      switch error.kind {
      case .notFound, .nameNotRepresentable, .unsupported: return nil
      case .permissionDenied: return EntryNote(name: lost.name, error: error)
      case .protocolViolation where error.retry == .permanent && error.scope == .entry: return nil
      default: throw error
      }
    }
  }
}
