/// Makes sure that what an adapter delivers for one directory keeps the promises of a listing.
///
/// Unsafe and repeated names are dropped and make the listing incomplete, impossible sizes and dates
/// become unknown, and a listing that brings nothing new for too long or never ends is refused.
struct ListingCheck {
  private let policy: SourcePolicy
  private let path: SourcePath
  private var names = NameSet()
  private var reasons: Set<IncompleteReason> = []
  private var emptyPages = 0

  init(_ path: SourcePath, policy: SourcePolicy) {
    self.path = path
    self.policy = policy
  }

  /// Checks the next page and completes its end with what is known from the pages before.
  mutating func admit(_ page: consuming DirectoryPage) throws(SourceError) -> DirectoryPage {
    let before = names.count
    names.reserve(page.entries.count)
    var unsound: [Int: IncompleteReason?] = [:]
    for index in page.entries.indices {
      if let reason = flaw(of: page.entries[index].name) {
        unsound[index] = reason
      } else if !page.entries[index].hasPlausibleAttributes {
        unsound[index] = .some(nil)
      }
    }
    if !unsound.isEmpty { repair(&page, unsound) }
    if !page.notes.isEmpty && reasons.isEmpty { reasons.insert(.entryUnreadable) }
    try checkProgress(names.count - before, end: page.end)
    if let end = page.end { page.end = end.adding(reasons) }
    return page
  }

  private mutating func flaw(of name: PathComponent) -> IncompleteReason? {
    guard PathComponent.isValid(name.bytes) else { return .invalidName }
    return names.insert(name) ? nil : .duplicateName
  }

  private mutating func repair(_ page: inout DirectoryPage, _ unsound: [Int: IncompleteReason?]) {
    var entries: [SourceEntry] = []
    for (index, entry) in page.entries.enumerated() {
      guard let flaw = unsound[index] else {
        entries.append(entry)
        continue
      }
      if let flaw {
        reasons.insert(flaw)
        let name = flaw == .invalidName ? nil : entry.name
        let error = SourceError(.protocolViolation, scope: .entry, path: path)
        page.notes.append(EntryNote(name: name, error: error))
      } else {
        entries.append(entry.withPlausibleAttributes)
      }
    }
    page.entries = entries
  }

  private mutating func checkProgress(
    _ added: Int,
    end: DirectoryEnd?
  ) throws(SourceError) {
    guard names.count <= policy.entryLimit else {
      throw SourceError(.tooLarge, scope: .directory, path: path)
    }
    emptyPages = added > 0 ? 0 : emptyPages + 1
    guard end != nil || emptyPages <= policy.emptyPageLimit else {
      throw SourceError(.protocolViolation, path: path)
    }
  }
}

extension DirectoryEnd {
  fileprivate func adding(_ reasons: Set<IncompleteReason>) -> DirectoryEnd {
    switch self {
    case .complete: reasons.isEmpty ? .complete : .incomplete(Array(reasons))
    case .incomplete(let known): .incomplete(Array(reasons.union(known)))
    }
  }
}

extension SourceEntry {
  /// Whether nothing about the entry is impossible.
  var hasPlausibleAttributes: Bool {
    (size ?? 0) >= 0 && (modifiedAt?.isPlausible ?? true) && (createdAt?.isPlausible ?? true)
  }

  /// The entry with what is impossible made unknown.
  var withPlausibleAttributes: SourceEntry {
    var entry = self
    if let size, size < 0 { entry.size = nil }
    if let modifiedAt, !modifiedAt.isPlausible { entry.modifiedAt = nil }
    if let createdAt, !createdAt.isPlausible { entry.createdAt = nil }
    return entry
  }
}
