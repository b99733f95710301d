import KinoCore

/// Makes the entries of a listing out of what multistatus answers say.
///
/// It belongs to one task at a time.
final class ListingAssembler {
  /// The most notes of one listing; more say nothing more.
  private static let noteLimit = 64

  private let path: SourcePath
  private let traits: ServerTraits
  private var hrefs: HrefResolver
  private var entries: [SourceEntry] = []
  private var notes: [EntryNote] = []
  private var noteCount = 0
  private var reasons: Set<IncompleteReason> = []
  private var hasSeenItself = false
  private var childCount = 0
  /// Whether the listing comes in parts, which are told apart by what they hold.
  var countsParts = false
  private var part: UInt64 = 0
  private var parts: Set<UInt64> = []
  private var repetitions = 0
  /// What makes the whole listing worthless: the directory itself is refused, or is none.
  private(set) var failure: SourceError?

  /// Creates an assembler.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - base: The decoded segments of its path on the server.
  ///   - traits: What the server is known to tell.
  init(_ path: SourcePath, base: [[UInt8]], traits: ServerTraits) {
    self.path = path
    self.traits = traits
    hrefs = HrefResolver(base: base)
  }

  /// How many entries wait to be taken.
  var count: Int { entries.count }

  /// Takes what the server says about one resource.
  func take(_ facts: borrowing ResourceFacts) {
    if facts.extraHrefs > 0 { reasons.insert(.entryUnreadable) }
    switch hrefs.resolve(facts.href) {
    case .itself: takeItself(facts)
    case .child(let name): takeChild(name, facts)
    case .deeper: break
    case .unsafe, .elsewhere: drop(nil, .protocolViolation, because: .invalidName)
    }
  }

  /// Notes that the server keeps entries back.
  func noteTruncation() { reasons.insert(.truncatedByServer) }

  /// Notes that a part of the listing is over.
  ///
  /// - Returns: How many parts held the same as an earlier one.
  func endPart() -> Int {
    guard countsParts else { return 0 }
    if !parts.insert(part).inserted { repetitions += 1 }
    part = 0
    return repetitions
  }

  /// Takes out the next page; with the end when there is nothing left.
  func takePage(limit: Int, isLast: Bool) -> DirectoryPage {
    var page = DirectoryPage(entries: [], notes: notes)
    notes = []
    if entries.count <= limit {
      swap(&page.entries, &entries)
      if isLast { page.end = reasons.isEmpty ? .complete : .incomplete(Array(reasons)) }
    } else {
      page.entries = Array(entries[..<limit])
      entries.removeFirst(limit)
    }
    return page
  }

  /// Whether anything in the answers showed that they are about this directory.
  ///
  /// An answer without is no empty directory: a proxy may have rewritten the addresses.
  var isAboutDirectory: Bool { hasSeenItself || childCount > 0 }

  private func takeItself(_ facts: borrowing ResourceFacts) {
    hasSeenItself = true
    if facts.hasRemark { noteTruncation() }
    if facts.status == 507 {
      // So a server says that it keeps entries back (RFC 6578, section 3.6).
      noteTruncation()
    } else if let status = facts.refusal {
      failure = failure ?? SourceError(refusal: status, at: path, scope: .directory)
    } else if facts.kind == .file {
      failure = failure ?? SourceError(.notADirectory, path: path)
    } else if !facts.isDeclaredDirectory {
      // Its type was asked for: without it nobody knows what the answer is about.
      failure = failure ?? SourceError(.protocolViolation, scope: .directory, path: path)
    }
  }

  private func takeChild(_ name: PathComponent, _ facts: borrowing ResourceFacts) {
    childCount += 1
    if countsParts { part &+= UInt64(bitPattern: Int64(name.hashValue)) }
    if let status = facts.refusal {
      // What is gone between its name and its properties was deleted in between.
      if status == 404 || status == 410 {
        reasons.insert(.changedDuringListing)
      } else {
        let kind = SourceError(refusal: status, at: path, scope: .entry).kind
        drop(name, kind, because: .entryUnreadable)
      }
      return
    }
    entries.append(SourceEntry(name: name, facts, traits))
  }

  private func drop(
    _ name: PathComponent?,
    _ kind: SourceError.Kind,
    because reason: IncompleteReason
  ) {
    reasons.insert(reason)
    noteCount += 1
    guard noteCount <= Self.noteLimit else { return }
    let place = name.map(path.appending) ?? path
    notes.append(EntryNote(name: name, error: SourceError(kind, scope: .entry, path: place)))
  }
}

extension SourceEntry {
  /// Makes an entry of what a server says.
  init(name: PathComponent, _ facts: borrowing ResourceFacts, _ traits: ServerTraits) {
    let kind = facts.kind
    let properties = facts.properties
    self.init(
      name: name,
      kind: kind,
      // Servers give directories sizes as well, which mean nothing.
      size: kind == .file ? properties.size : nil,
      modifiedAt: properties.modifiedAt,
      etag: traits.hasTags ? properties.etag : nil,
      stableID: traits.hasFileIDs ? properties.fileID.map { StableID(bytes: $0) } : nil,
      flags: name.bytes.first == UInt8(ascii: ".") ? .hidden : []
    )
  }
}
