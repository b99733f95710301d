import KinoCore

/// Lists one directory, answer by answer.
actor NFSLister: DirectoryLister {
  private let path: SourcePath
  private let pageLimit: Int
  private let session: NFSSession
  private var directory: Node?
  private var entries: [SourceEntry] = []
  private var notes: [EntryNote] = []
  private var noteCount = 0
  private var reasons: Set<IncompleteReason> = []
  private var position: ListPosition?
  private var visited: Set<UInt64> = []
  private var hasAll = false
  private var end: DirectoryEnd?
  private var failure: SourceError?

  /// The most notes of one listing; more say nothing more.
  private static let noteLimit = 64
  /// How many entries without facts are looked up at the same time.
  private static let lookUpsAtOnce = 8

  init(_ request: ListRequest, in session: NFSSession) {
    path = request.path
    pageLimit = max(1, request.pageLimit)
    self.session = session
  }

  func next() async throws(SourceError) -> DirectoryPage {
    if let failure { throw failure }
    if let end { return DirectoryPage(entries: [], end: end) }
    do throws(SourceError) {
      try session.checkOpen()
      let deadline = ContinuousClock.now + session.deadlines.page
      while entries.count < pageLimit, !hasAll { try await advance(until: deadline) }
      guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
      return takePage()
    } catch {
      failure = error
      entries = []
      throw error
    }
  }

  private func takePage() -> DirectoryPage {
    var page = DirectoryPage(entries: [], notes: notes)
    notes = []
    if entries.count <= pageLimit {
      swap(&page.entries, &entries)
      if hasAll { end = reasons.isEmpty ? .complete : .incomplete(Array(reasons)) }
    } else {
      page.entries = Array(entries[..<pageLimit])
      entries.removeFirst(pageLimit)
    }
    page.end = end
    return page
  }

  /// Takes the next answer.
  private func advance(until deadline: ContinuousClock.Instant) async throws(SourceError) {
    guard let directory, let position else {
      let opened = try await session.openDirectory(path, until: deadline)
      directory = opened.node
      return try await take(opened.part, of: opened.node, until: deadline)
    }
    let part = try await part(of: directory, from: position, until: deadline)
    try await take(part, of: self.directory ?? directory, until: deadline)
  }

  /// Asks for more; a directory whose handle has become stale is looked up once by its path.
  private func part(
    of directory: Node,
    from position: ListPosition,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> ListPart {
    let dialect = session.dialect
    do throws(NFSFailure) {
      return try await dialect.list(directory.handle, from: position, until: deadline)
    } catch {
      let stale = SourceError(error, at: path, scope: .directory)
      guard error.isStale else { throw stale }
      let current = try await session.find(path, until: deadline)
      guard current.facts.mayBe(directory.facts) else { throw stale }
      self.directory = current
      do throws(NFSFailure) {
        return try await dialect.list(current.handle, from: position, until: deadline)
      } catch {
        throw SourceError(error, at: path, scope: .directory)
      }
    }
  }

  private func take(
    _ part: ListPart,
    of directory: Node,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) {
    if let next = part.next {
      // A place where it was before: the server would lead us in circles.
      guard visited.insert(next.cookie).inserted else {
        throw SourceError(.protocolViolation, path: path)
      }
    }
    position = part.next
    hasAll = part.next == nil
    entries.reserveCapacity(entries.count + part.entries.count)
    var unknown: [PathComponent] = []
    for entry in part.entries {
      // Version 3 lists the directory itself and the one above as well.
      if entry.name == Self.itself || entry.name == Self.above { continue }
      guard let name = PathComponent(bytes: entry.name) else {
        note(nil, SourceError(.protocolViolation, scope: .entry, path: path), because: .invalidName)
        continue
      }
      guard entry.facts.kind != .unknown else {
        unknown.append(name)
        continue
      }
      entries.append(
        SourceEntry(name, entry.facts, below: directory.facts, home: session.home)
      )
    }
    if !unknown.isEmpty { try await lookUp(unknown, in: directory, until: deadline) }
  }

  private static let itself = Array(".".utf8)
  private static let above = Array("..".utf8)

  // MARK: Entries without facts

  /// Looks entries up of which the server said the names only.
  private func lookUp(
    _ names: [PathComponent],
    in directory: Node,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) {
    let dialect = session.dialect
    let found = await withTaskGroup { group in
      var found: [(PathComponent, Result<Node, NFSFailure>)] = []
      var rest = names[...]
      for _ in 0..<min(Self.lookUpsAtOnce, names.count) {
        let name = rest.removeFirst()
        group.addTask { (name, await dialect.look(name, directory.handle, until: deadline)) }
      }
      for await result in group {
        found.append(result)
        guard !rest.isEmpty else { continue }
        let name = rest.removeFirst()
        group.addTask { (name, await dialect.look(name, directory.handle, until: deadline)) }
      }
      return found
    }
    for (name, result) in found { try take(name, result, in: directory) }
  }

  private func take(
    _ name: PathComponent,
    _ result: Result<Node, NFSFailure>,
    in directory: Node
  ) throws(SourceError) {
    switch result {
    case .success(let node):
      entries.append(
        SourceEntry(name, node.facts, below: directory.facts, home: session.home)
      )
    case .failure(.status(NFSStatus.noEntry)):
      // Deleted since it was listed.
      reasons.insert(.changedDuringListing)
    case .failure(let failure):
      let error = SourceError(failure, at: path.appending(name), scope: .entry)
      guard error.scope == .entry, error.kind != .cancelled else {
        throw SourceError(failure, at: path, scope: .directory)
      }
      note(name, error, because: .entryUnreadable)
    }
  }

  private func note(
    _ name: PathComponent?,
    _ error: SourceError,
    because reason: IncompleteReason
  ) {
    reasons.insert(reason)
    noteCount += 1
    guard noteCount <= Self.noteLimit else { return }
    notes.append(EntryNote(name: name, error: error))
  }
}

extension NFSDialect {
  /// Looks at an entry of a directory.
  fileprivate func look(
    _ name: PathComponent,
    _ directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async -> Result<Node, NFSFailure> {
    do throws(NFSFailure) {
      return .success(try await find([name.bytes], below: directory, until: deadline))
    } catch {
      return .failure(error)
    }
  }
}
