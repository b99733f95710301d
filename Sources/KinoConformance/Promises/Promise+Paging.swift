import KinoCore

extension Promise {
  /// B4.
  static let paging: [Promise] = [
    pageSizes, pageLimit, lastPage, samePages, changesWhilePaging, cyclicPages, failedPage,
    cappedListing, staleLister, abandonedLister,
  ]

  static let pageSizes = Promise(
    48,
    .paging,
    "Directories of 0, 1, N-1, N, N+1 and 10 N entries come whole in pages of N."
  ) { trial in
    for count in [0, 1, 7, 8, 9, 80] {
      let (_, session) = try await trial.session(TreeNode.files(count, in: "films"))
      let listing = try await session.listing(of: .at("films"), pageLimit: 8)
      try expect(listing.entries.count, is: count, "entries in pages of 8")
      try expect(listing.isComplete, "\(count) entries: incomplete: \(listing.reasons)")
    }
  }

  static let pageLimit = Promise(
    49,
    .paging,
    "No page is longer than asked for, and memory does not grow with the directory."
  ) { trial in
    let count = trial.options.largeDirectory
    let (_, session) = try await trial.session(TreeNode.files(count, in: "films"))
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 100))
    var (longest, found) = (0, 0)
    var end: DirectoryEnd?
    let before = ProcessResources.memory
    while end == nil {
      let page = try await lister.next()
      longest = max(longest, page.entries.count)
      found += page.entries.count
      end = page.end
    }
    try expect(longest <= 200, "asked for pages of 100, one has \(longest)")
    try expect(found, is: count, "entries")
    guard trial.options.measuresMemory, let before, let after = ProcessResources.memory else {
      return
    }
    // A name and its attributes take more than this in a listing that is held as a whole.
    let bound = Int64(32 << 20) + Int64(count) * 64
    try expect(after - before <= bound, "\((after - before) >> 20) MiB for \(count) entries")
  }

  static let lastPage = Promise(
    50,
    .paging,
    "One page only is the last, and what is pulled after it ends the same way."
  ) { trial in
    let site = try await trial.site(TreeNode.files(20, in: "films"))
    let session = try await trial.connectBare(to: site)
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 8))
    var listing = Listing()
    try await lister.finish(&listing)
    try expect(listing.entries.count, is: 20, "entries")
    for _ in 0..<3 {
      let page = try await lister.next()
      try expect(page.end, is: listing.end, "the end after the end")
      try expect(page.entries.isEmpty, "\(page.entries.count) entries after the end")
    }
  }

  static let samePages = Promise(
    51,
    .paging,
    "The pages together hold what one page would."
  ) { trial in
    let (_, session) = try await trial.session(TreeNode.files(45, in: "films"))
    let whole = try await session.listing(of: .at("films"), pageLimit: 10_000)
    for limit in [1, 4, 44] {
      let paged = try await session.listing(of: .at("films"), pageLimit: limit)
      try expect(facts(of: paged) == facts(of: whole), "pages of \(limit) differ")
      try expect(paged.entries.count, is: 45, "entries in pages of \(limit)")
    }
  }

  /// Entries without their etags, which servers make strong when a file is a second old.
  private static func facts(of listing: Listing) -> Set<SourceEntry> {
    Set(
      listing.entries.map { entry in
        var entry = entry
        entry.etag = nil
        return entry
      }
    )
  }

  static let changesWhilePaging = Promise(
    52,
    .paging,
    "While others add and remove, what they leave alone appears exactly once, and the listing ends."
  ) { trial in
    let site = try await trial.site(TreeNode.files(60, in: "films"))
    let session = try await trial.connectBare(to: site)
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 10))
    var listing = Listing()
    listing.entries = try await lister.next().entries
    for number in 0..<20 {
      try await site.apply(.add(.file("films/new \(number).mkv")))
      try await site.apply(.remove(.at("films/\(number * 3).mkv")))
    }
    var pages = 1
    while true {
      let page = try await lister.next()
      listing.entries += page.entries
      if page.end != nil { break }
      pages += 1
      try expect(pages < 200, "the listing does not end")
    }
    let counts = Dictionary(listing.names.map { ($0, 1) }, uniquingKeysWith: +)
    for number in 0..<60 where !number.isMultiple(of: 3) {
      try expect(counts[.name("\(number).mkv")], is: 1, "how often an untouched entry came")
    }
  }

  static let cyclicPages = Promise(
    53,
    .paging,
    "Pages that lead back to earlier ones are a protocolViolation, soon."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    try await site.inject(.cyclicPages)
    let session = try await trial.connect(to: site)
    try await trial.within(.seconds(20), "a listing of pages in a circle") {
      try await expectFailure(.protocolViolation, of: "a listing of pages in a circle") {
        try await session.listing(of: .at("films"), pageLimit: 10)
      }
    }
    if let requests = try? await site.traffic().requests {
      try expect(requests < 500, "\(requests) requests")
    }
  }

  static let failedPage = Promise(
    54,
    .paging,
    "A page that fails is an error and no end; what came before stays."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    try await site.inject(.failPage(1))
    let session = try await trial.connect(to: site)
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 10))
    try expect(try await lister.next().entries.count, is: 10, "entries of the first page")
    for _ in 0..<2 {
      do {
        let page = try await lister.next()
        let end = page.end.map { " and the end \($0)" } ?? ""
        throw BrokenPromise("the failed page has \(page.entries.count) entries\(end)")
      } catch let error as SourceError {
        try expect(error.kind != .notFound, "a failed page is notFound")
      }
    }
  }

  static let cappedListing = Promise(
    55,
    .paging,
    "A listing that the server cuts off, and says so, is incomplete."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    try await site.inject(.capListing(20))
    let listing = try await trial.connect(to: site).listing(of: .at("films"))
    try expect(!listing.isComplete, "\(listing.entries.count) of 30 are called complete")
    try expect(listing.reasons, is: [.truncatedByServer], "the reasons")
  }

  static let staleLister = Promise(
    56,
    .paging,
    "A listing does not silently begin anew when its session is over, and a new session lists all."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    let session = try await trial.connectBare(to: site)
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 10))
    var listing = Listing()
    listing.entries = try await lister.next().entries
    await session.close()
    do {
      try await lister.finish(&listing)
      try expect(listing.names.count, is: 30, "entries that came on after closing")
    } catch let error as SourceError {
      try expect(error.kind != .notFound, "a listing of a closed session ends as notFound")
    }
    try expect(Set(listing.names).count, is: listing.names.count, "different names")
    let fresh = try await trial.connect(to: site).listing(of: .at("films"), pageLimit: 10)
    try expect(fresh.entries.count, is: 30, "entries in a new session")
  }

  static let abandonedLister = Promise(
    57,
    .paging,
    "A listing that is given up holds nothing."
  ) { trial in
    let (site, session) = try await trial.session(TreeNode.files(30, in: "films"))
    let before = try await trial.holdings(of: site)
    for _ in 0..<100 {
      let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 10))
      _ = try await lister.next()
    }
    try await trial.expectReleased(at: site, since: before, per: 100)
  }
}
