package import KinoCore
package import Testing

/// A listing of an adapter, whole.
package struct WholeListing {
  /// What was listed, by its name's bytes.
  package var entries: [[UInt8]: SourceEntry] = [:]
  package var notes: [EntryNote] = []
  package var end: DirectoryEnd?

  /// The names, as text, in order.
  package var names: [String] {
    entries.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  package subscript(_ name: String) -> SourceEntry? { entries[Array(name.utf8)] }

  /// Whether the end is incomplete for exactly these reasons.
  package func lacks(_ reasons: Set<IncompleteReason>) -> Bool {
    guard case .incomplete(let found) = end else { return false }
    return Set(found) == reasons
  }
}

extension SourceSession {
  /// Lists a directory to its end, and expects that no page is too long and no name comes twice.
  package func listAll(
    _ path: SourcePath = .root,
    pageLimit: Int = 1024
  ) async throws -> WholeListing {
    let lister = try await list(ListRequest(path: path, pageLimit: pageLimit))
    var listing = WholeListing()
    while listing.end == nil {
      let page = try await lister.next()
      #expect(page.entries.count <= pageLimit)
      for entry in page.entries {
        #expect(listing.entries.updateValue(entry, forKey: entry.name.bytes) == nil)
      }
      listing.notes += page.notes
      listing.end = page.end
    }
    return listing
  }
}

/// The error of a source that something throws; anything else is recorded as an issue.
package func failure<Value>(
  of body: () async throws -> Value,
  _ location: SourceLocation = #_sourceLocation
) async -> SourceError? {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: location)
    return nil
  } catch let error as SourceError {
    return error
  } catch {
    Issue.record("not a SourceError: \(error)", sourceLocation: location)
    return nil
  }
}
