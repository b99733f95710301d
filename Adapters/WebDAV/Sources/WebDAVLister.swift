import KinoCore

/// Lists one directory, while the server still sends it.
actor WebDAVLister: DirectoryLister {
  private let path: SourcePath
  private let pageLimit: Int
  private let session: WebDAVSession
  private let duration: Duration
  private let assembler: ListingAssembler
  private var stream: MultistatusStream?
  /// Where the next part of the listing is.
  private var next: WebAddress?
  private var visited: Set<WebAddress> = []
  private var hasAll = false
  private var end: DirectoryEnd?
  private var failure: SourceError?

  /// The most parts that a server may cut a listing into.
  private static let partLimit = 10_000
  /// The most of them that may say what another one said.
  private static let repetitionLimit = 16

  init(_ request: ListRequest, in session: WebDAVSession, within duration: Duration) {
    path = request.path
    pageLimit = max(1, request.pageLimit)
    self.session = session
    self.duration = duration
    assembler = session.assembler(for: request.path)
  }

  func next() async throws(SourceError) -> DirectoryPage {
    if let failure { throw failure }
    if let end { return DirectoryPage(entries: [], end: end) }
    do throws(SourceError) {
      let deadline = ContinuousClock.now + duration
      while assembler.count < pageLimit, !hasAll { try await advance(until: deadline) }
      guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
      let page = assembler.takePage(limit: pageLimit, isLast: hasAll)
      end = page.end
      return page
    } catch {
      failure = error
      stream = nil
      throw error
    }
  }

  /// Reads a piece of the answer, or begins with the next answer.
  private func advance(until deadline: ContinuousClock.Instant) async throws(SourceError) {
    guard let stream else { return try await begin(until: deadline) }
    let goesOn = try await stream.advance(until: deadline)
    if let failure = assembler.failure { throw failure }
    guard !goesOn else { return }
    self.stream = nil
    if stream.isDoubtful { assembler.noteTruncation() }
    guard assembler.isAboutDirectory, assembler.endPart() <= Self.repetitionLimit else {
      throw SourceError(.protocolViolation, path: path)
    }
    hasAll = next == nil
  }

  private func begin(until deadline: ContinuousClock.Instant) async throws(SourceError) {
    let reply: Reply
    if let next {
      reply = try await session.list(next, at: path, scope: .directory, until: deadline)
    } else {
      reply = try await session.beginListing(path, until: deadline)
    }
    try findNext(after: reply)
    stream = session.stream(reply, at: path, into: assembler)
  }

  /// Looks for a link to the next part of the listing.
  ///
  /// One that leads to another server is not followed, and one that was followed before is none.
  private func findNext(after reply: Reply) throws(SourceError) {
    visited.insert(reply.address)
    next = nil
    let link: [UInt8]
    switch NextLink(reply.head) {
    case .none: return
    case .unreadable: return assembler.noteTruncation()
    case .at(let target): link = target
    }
    assembler.countsParts = true
    guard let address = reply.address.resolving(link[...]),
      address.origin == reply.address.origin
    else { return assembler.noteTruncation() }
    guard visited.insert(address).inserted, visited.count <= Self.partLimit else {
      throw SourceError(.protocolViolation, path: path)
    }
    next = address
  }
}
