internal import KinoCore

/// Lists directories and compares them, one after the other, until nothing is left.
struct TraversalWorker: Sendable {
  private let scan: Enumeration
  private let rules: ComparisonRules
  private let failures: FailureTable
  private let traversal: Traversal
  private let writer: StagingWriter

  init(_ scan: Enumeration, traversal: Traversal, writer: StagingWriter) {
    self.scan = scan
    self.traversal = traversal
    self.writer = writer
    rules = scan.rules
    failures = FailureTable(scan.policy)
  }

  /// Works until the traversal is over or stopped.
  ///
  /// What stops it is noted in the traversal.
  func work() async {
    while true {
      let items = await traversal.next()
      guard !items.isEmpty else { return }
      do throws(ScanStop) {
        try await handle(items)
      } catch {
        return await traversal.halt(error)
      }
    }
  }

  /// Lists and compares a few directories, then stages what came of them in one step.
  private func handle(_ items: [FrontierItem]) async throws(ScanStop) {
    let published = try await publishedRows(of: items)
    var findings = Findings(listedSince: scan.clock.now())
    for item in items {
      if Task.isCancelled { throw .cancelled }
      try await handle(item, published[item.id], &findings)
    }
    try await stage(&findings)
    await traversal.report(
      finished: items.count,
      children: findings.children,
      counters: findings.group.counters,
      differences: findings.group.differenceCount,
      unreachable: findings.unreachable,
      after: findings.takeAnswer()
    )
  }

  private func publishedRows(
    of items: [FrontierItem]
  ) async throws(ScanStop) -> [DirectoryID: PublishedDirectory] {
    let ids = items.lazy.filter(\.isPublished).map(\.id)
    guard !ids.isEmpty else { return [:] }
    let rows = try await published(Array(ids), items: .undigested)
    return Dictionary(rows.lazy.map { ($0.id, $0) }) { first, _ in first }
  }

  private func published(
    _ ids: [DirectoryID],
    items: ItemExtent
  ) async throws(ScanStop) -> [PublishedDirectory] {
    do throws(StorageError) {
      return try await scan.store.published(ids, of: scan.source.id, items: items)
    } catch {
      throw ScanStop(error)
    }
  }

  private func handle(
    _ item: FrontierItem,
    _ published: PublishedDirectory?,
    _ findings: inout Findings
  ) async throws(ScanStop) {
    guard item.stableID != nil || item.path.depth <= scan.policy.depthLimit else {
      let error = SourceError(.tooLarge, scope: .directory, path: item.path)
      return noteUnreachable(item, error, &findings)
    }
    switch try await compare(item, published) {
    case .success(let outcome): findings.take(outcome, of: item)
    case .failure(let error): try await handle(error, of: item, &findings)
    }
  }

  /// Lists a directory, again when it changed meanwhile, and compares it.
  private func compare(
    _ item: FrontierItem,
    _ published: PublishedDirectory?
  ) async throws(ScanStop) -> Result<DirectoryOutcome, SourceError> {
    var listings = 0
    while true {
      listings += 1
      var lister: (any DirectoryLister)?
      var review = ListingReview(
        of: item.id,
        at: item.path,
        published: published,
        suspicion: item.suspicion,
        rules: rules
      )
      var end: DirectoryEnd?
      while end == nil {
        do throws(SourceError) {
          end = try await listPage(of: item, by: &lister, into: &review)
        } catch {
          return .failure(error)
        }
        if let end, failures.listsAgain(after: end, listings: listings) { break }
        if review.needsItems {
          review.compare(with: try await self.published([item.id], items: .all).first)
        }
      }
      guard let end, !failures.listsAgain(after: end, listings: listings) else { continue }
      do throws(SourceError) {
        return .success(review.finish(try await believed(end, of: item, review)))
      } catch {
        return .failure(error)
      }
    }
  }

  /// How a listing ended, once it is known whether what it lacks is gone.
  private func believed(
    _ end: DirectoryEnd,
    of item: FrontierItem,
    _ review: ListingReview
  ) async throws(SourceError) -> DirectoryEnd {
    guard end == .complete else { return end }
    let doubt = ListingDoubt(scan.session)
    guard let note = try await doubt.contradiction(of: review.lostEntry, in: item.path) else {
      return end
    }
    scan.emit(.unreadable(note, in: item.path))
    return .incomplete([.entryUnreadable])
  }

  /// Takes in the next page; returns how the listing ended, if it did.
  private func listPage(
    of item: FrontierItem,
    by lister: inout (any DirectoryLister)?,
    into review: inout ListingReview
  ) async throws(SourceError) -> DirectoryEnd? {
    let opened: any DirectoryLister
    if let lister {
      opened = lister
    } else {
      opened = try await scan.session.list(
        ListRequest(path: item.path, locator: item.locator, pageLimit: scan.policy.pageLimit)
      )
      lister = opened
    }
    let page = try await opened.next()
    review.absorb(page)
    for note in page.notes { scan.emit(.unreadable(note, in: item.path)) }
    return page.end
  }

  /// Decides what a directory that could not be listed means.
  private func handle(
    _ error: SourceError,
    of item: FrontierItem,
    _ findings: inout Findings
  ) async throws(ScanStop) {
    let streak = await traversal.note(
      isTemporary: failures.isTemporary(error),
      after: findings.takeAnswer()
    )
    var context = FailureTable.Context(streak: streak)
    context.isRoot = item.parent == nil && item.path.isRoot
    var verdict = failures.verdict(for: error, context)
    if verdict == .relistParent {
      if try await isConfirmedGone(item.path) {
        findings.noteAbsent(item)
        return
      }
      context.hasRelistedParent = true
      verdict = failures.verdict(for: error, context)
    }
    switch verdict {
    case .cancelled: throw .cancelled
    case .failRun(let failure, let availability):
      throw .source(failure, availability: availability)
    case .relistParent, .subtreeUnreachable: noteUnreachable(item, error, &findings)
    }
  }

  private func noteUnreachable(
    _ item: FrontierItem,
    _ error: SourceError,
    _ findings: inout Findings
  ) {
    findings.noteUnreachable(item, error)
    scan.emit(.unreachable(directory: item.path, error))
  }

  /// Whether a second, complete listing of the parent lacks a directory that the first one had.
  ///
  /// A parent that is gone as well is looked for in its own parent, up to the root.
  private func isConfirmedGone(_ path: SourcePath) async throws(ScanStop) -> Bool {
    guard let parent = path.parent, let name = path.lastComponent else { return false }
    do throws(SourceError) {
      let lister = try await scan.session.list(ListRequest(path: parent))
      while true {
        let page = try await lister.next()
        if page.entries.contains(where: { $0.name == name }) { return false }
        if page.notes.contains(where: { $0.name == name }) { return false }
        if let end = page.end { return end == .complete }
      }
    } catch {
      switch error.kind {
      case .cancelled: throw .cancelled
      case .notFound: return try await isConfirmedGone(parent)
      default: return false
      }
    }
  }

  /// Gives new directories their ids and stages the findings.
  private func stage(_ findings: inout Findings) async throws(ScanStop) {
    do throws(StorageError) {
      if findings.missingIDs > 0 {
        findings.assign(try await traversal.reserveIDs(findings.missingIDs))
      }
      findings.close()
      try await writer.add(findings.group)
    } catch {
      throw ScanStop(error)
    }
  }
}
