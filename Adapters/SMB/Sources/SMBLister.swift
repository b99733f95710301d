import KinoCore

/// Hands out the pages of a directory, which is read as a whole when the first one is asked for: so
/// does the library.
actor SMBLister: DirectoryLister {
  private let path: SourcePath
  private let pageLimit: Int
  private let session: SMBSession
  private var listing: SMBListing?
  private var place = 0
  private var hasInvalidNames = false
  private var hasChanged = false
  private var end: DirectoryEnd?
  private var failure: SourceError?

  init(_ request: ListRequest, in session: SMBSession) {
    path = request.path
    pageLimit = max(1, request.pageLimit)
    self.session = session
  }

  func next() async throws(SourceError) -> DirectoryPage {
    if let failure { throw failure }
    if let end { return DirectoryPage(entries: [], end: end) }
    do throws(SourceError) {
      let listing = try await read()
      guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
      return page(of: listing)
    } catch {
      failure = error
      listing = nil
      throw error
    }
  }

  private func read() async throws(SourceError) -> SMBListing {
    if let listing { return listing }
    let listing = try await session.read(directory: path)
    hasChanged = try await session.hasChanged(listing, of: path)
    self.listing = listing
    return listing
  }

  private func page(of listing: SMBListing) -> DirectoryPage {
    var page = DirectoryPage(entries: [])
    page.entries.reserveCapacity(min(pageLimit, listing.count))
    while page.entries.count < pageLimit {
      guard let record = listing.next(after: &place) else {
        page.end = close()
        break
      }
      guard let name = PathComponent(bytes: record.name) else {
        hasInvalidNames = true
        continue
      }
      var entry = session.entry(of: record, named: name)
      if record.facts.isLink, listing.distributes {
        entry.flags.insert(.mountBoundary)
        session.note(link: path.appending(name))
      }
      page.entries.append(entry)
    }
    return page
  }

  private func close() -> DirectoryEnd {
    listing = nil
    var reasons: [IncompleteReason] = []
    if hasInvalidNames { reasons.append(.invalidName) }
    if hasChanged { reasons.append(.changedDuringListing) }
    let end = reasons.isEmpty ? DirectoryEnd.complete : .incomplete(reasons)
    self.end = end
    return end
  }
}
