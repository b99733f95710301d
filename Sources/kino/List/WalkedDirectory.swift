import KinoCore

/// A directory of a walk, and those in it that were found and not told yet.
final class WalkedDirectory {
  let path: SourcePath
  private let locator: [UInt8]?
  /// Those that nobody has begun to list, in order.
  private(set) var pending = PendingDirectories()
  /// Those before them that somebody has begun to list, in order.
  private(set) var begun: [WalkedDirectory] = []
  /// What was listed ahead; `nil` while that is not over.
  var listing: ListingAhead?

  /// Creates a directory of which nothing is known.
  init(_ path: SourcePath, locator: [UInt8]?) {
    self.path = path
    self.locator = locator
  }

  /// What asks for its entries.
  var request: ListRequest { ListRequest(path: path, locator: locator) }

  /// Notes the directories on a page.
  func find(in page: DirectoryPage) {
    for entry in page.entries where entry.kind == .directory {
      pending.append(entry.name, locator: entry.locator)
    }
  }

  /// Takes the first of those that nobody has begun to list.
  func beginNext() -> WalkedDirectory? {
    guard let (name, locator) = pending.popFirst() else { return nil }
    let next = WalkedDirectory(path.appending(name), locator: locator)
    begun.append(next)
    return next
  }

  /// Takes away the first of those that were begun.
  func removeFirst() { begun.removeFirst() }
}

/// What was listed of a directory before its turn came.
struct ListingAhead: Sendable {
  /// How it ended.
  enum End: Sendable {
    case complete
    case failed(SourceError)
    /// There is more than is kept, and nothing of it is.
    case tooLarge
  }

  /// The most entries that are kept of a directory, but for a page.
  static let entryLimit = 2000

  var pages: [DirectoryPage] = []
  let end: End

  /// How many entries are kept.
  var entryCount: Int { pages.reduce(0) { $0 + $1.entries.count } }

  /// Lists a directory, as far as its entries are kept.
  static func make(_ request: ListRequest, in session: any SourceSession) async -> ListingAhead {
    var pages: [DirectoryPage] = []
    var count = 0
    do throws(SourceError) {
      let lister = try await session.list(request)
      while count <= entryLimit {
        let page = try await lister.next()
        pages.append(page)
        count += page.entries.count
        if page.end != nil { return ListingAhead(pages: pages, end: .complete) }
      }
      return ListingAhead(end: .tooLarge)
    } catch {
      return ListingAhead(pages: pages, end: .failed(error))
    }
  }
}
