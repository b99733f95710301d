import KinoCore

extension Promise {
  /// B8.
  static let faults: [Promise] = [
    resetListing, truncatedListing, vanishedRoot, staleDirectory, deviceError, failingSource,
    restartedServer,
  ]

  static let resetListing = Promise(
    85,
    .faults,
    "A connection that is reset in a listing is a failure that passes, and no end."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    try await site.inject(.resetListing(afterEntries: 12))
    let session = try await trial.connect(to: site)
    do {
      let listing = try await session.listing(of: .at("films"), pageLimit: 5)
      throw BrokenPromise("a listing that was reset ended after \(listing.entries.count) entries")
    } catch let error as SourceError {
      try expect(error.retry, is: .temporary, "whether \(error.kind) is tried again")
      try expect(error.kind != .notFound, "a reset connection is notFound")
    }
  }

  static let truncatedListing = Promise(
    86,
    .faults,
    "An answer that is cut short is a protocolViolation or unavailable, and no end."
  ) { trial in
    for entries in [0, 12] {
      let site = try await trial.site(TreeNode.files(30, in: "films"))
      try await site.inject(.truncateListing(afterEntries: entries))
      let session = try await trial.connect(to: site)
      try await expectFailure(.protocolViolation, .unavailable, of: "a listing cut short") {
        try await session.listing(of: .at("films"), pageLimit: 5)
      }
    }
  }

  static let vanishedRoot = Promise(
    87,
    .faults,
    "When the root is gone nothing below it is notFound; the source is missing."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv")])
    _ = try await session.listing(of: .at("films"))
    try await site.inject(.removeRoot)
    try await expectFailure(.sourceMissing, of: "listing a directory of a root that is gone") {
      try await session.listing(of: .at("films"))
    }
    try await expectFailure(.sourceMissing, of: "listing a root that is gone") {
      try await session.listing()
    }
    try await expectFailure(.sourceMissing, of: "stat in a root that is gone") {
      try await session.stat(.at("films/film.mkv"))
    }
    try await expectFailure(.sourceMissing, of: "the identity of a root that is gone") {
      try await session.rootIdentity()
    }
  }

  static let staleDirectory = Promise(
    88,
    .faults,
    "A stale handle is looked up anew once; then it is staleHandle or unavailable."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv")])
    try await site.inject(.staleDirectory(.at("films"), lasting: false))
    let listing = try await session.listing(of: .at("films"))
    try expect(listing.names, is: [.name("film.mkv")], "names after one look-up")
    try await site.inject(.staleDirectory(.at("films"), lasting: true))
    try await expectFailure(.staleHandle, .unavailable, of: "a handle that stays stale") {
      try await session.listing(of: .at("films"))
    }
  }

  static let deviceError = Promise(
    89,
    .faults,
    "A device that fails is unavailable, never notFound and never empty."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv"), .file("other/a.mkv")])
    try await site.inject(.deviceError(.at("films")))
    try await expectFailure(.unavailable, of: "listing a directory on a failing device") {
      try await session.listing(of: .at("films"))
    }
    try await expectFailure(.unavailable, of: "stat on a failing device") {
      try await session.stat(.at("films/film.mkv"))
    }
  }

  static let failingSource = Promise(
    90,
    .faults,
    "Directory after directory that fails stays unavailable; none becomes empty."
  ) { trial in
    let tree = (0..<20).map { TreeNode.file("d\($0)/film.mkv") }
    let (site, session) = try await trial.session(tree)
    try await site.inject(.refuse)
    for number in 0..<20 {
      let error = try await expectFailure(.unavailable, of: "directory \(number) of a source away")
      {
        try await session.listing(of: .at("d\(number)"))
      }
      try expect(error.scope != .entry, "a source that is away reaches one entry only")
    }
    await site.endFaults()
    let listing = try await session.listing(of: .at("d0"))
    try expect(listing.names, is: [.name("film.mkv")], "names when it is back")
  }

  static let restartedServer = Promise(
    91,
    .faults,
    "A listing over a restart of the server goes on, or fails; nothing comes twice."
  ) { trial in
    let site = try await trial.site(TreeNode.files(30, in: "films"))
    let session = try await trial.connectBare(to: site)
    let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 10))
    var listing = Listing()
    listing.entries = try await lister.next().entries
    try await site.inject(.restart)
    do {
      try await lister.finish(&listing)
      try expect(
        !listing.isComplete || listing.names.count == 30,
        "\(listing.names.count) of 30 entries are called complete"
      )
    } catch let error as SourceError {
      try expect(error.kind != .notFound, "a restart is notFound")
    }
    try expect(Set(listing.names).count, is: listing.names.count, "different names")
    let again = try await session.listing(of: .at("films"))
    try expect(again.entries.count, is: 30, "entries after the restart")
  }
}
