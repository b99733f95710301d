import KinoCore

extension Promise {
  /// B10.
  static let capabilities: [Promise] = [
    trueCapabilities, ownChildren, freshListings, fixedCapabilities,
  ]

  static let trueCapabilities = Promise(
    97,
    .capabilities,
    "What is declared is there, and what is not declared is not."
  ) { trial in
    let site = try await trial.site([.file("film.mkv", size: 1000)])
    let session = try await trial.connect(to: site)
    let declared = session.capabilities
    let listed = try await session.listing().entry("film.mkv")
    for entry in [listed, try await session.stat(.at("film.mkv"))] {
      try expect(entry.stableID != nil, is: declared.stableID.scope != .none, "an id")
      try expect(entry.etag != nil, is: declared.etag != .none, "an etag")
      let hasTimes = declared.modificationPrecision != nil
      try expect(entry.modifiedAt != nil, is: hasTimes, "a modification time")
    }
    let reader = try await session.open(.at("film.mkv"))
    if declared.ranges == .none {
      try await expectFailure(.unsupported, of: "a read from the middle") {
        try await reader.read(at: 500, count: 10)
      }
    } else {
      let bytes = try await reader.read(at: 500, count: 10)
      let expected = Array(TreeNode.pattern(.at("film.mkv"), 510)[500...])
      try expect(bytes == expected, "bytes from the middle are wrong")
    }
    try await trial.verifyRefusal(at: site)
  }

  static let ownChildren = Promise(
    98,
    .capabilities,
    "A listing holds a directory's own children, so that the walk is the tree."
  ) { trial in
    let files = ["a/1.mkv", "a/b/2.mkv", "a/b/c/3.mkv", "d/4.mkv", "5.mkv"]
    let (_, session) = try await trial.session(files.map { .file($0) })
    var found: [SourcePath] = []
    var pending: [SourcePath] = [.root]
    while let path = pending.popLast() {
      let listing = try await session.listing(of: path)
      try expect(listing.isComplete, "\(path) is incomplete: \(listing.reasons)")
      for entry in listing.entries {
        let child = path.appending(entry.name)
        if entry.kind == .directory { pending.append(child) } else { found.append(child) }
      }
      try expect(pending.count + found.count < 50, "the walk does not end")
    }
    try expect(found.sorted(), is: files.map(SourcePath.at).sorted(), "the files of the walk")
  }

  static let freshListings = Promise(
    99,
    .capabilities,
    """
    What is created, changed, renamed, deleted or moved is seen by the next listing, and hinted at \
    where that is declared.
    """
  ) { trial in
    let (site, session) = try await trial.session([
      .file("a/changed.mkv"), .file("a/renamed.mkv"), .file("a/deleted.mkv"),
      .file("a/d/moved.mkv"),
      .directory("b"),
    ])
    for path in ["a", "b", "a/d"] { _ = try await session.listing(of: .at(path)) }
    try await site.apply(.add(.file("a/created.mkv")))
    try await site.apply(.write(.at("a/changed.mkv"), TreeNode.pattern(.root, 77)))
    try await site.apply(.move(.at("a/renamed.mkv"), to: .at("a/other.mkv")))
    try await site.apply(.remove(.at("a/deleted.mkv")))
    try await site.apply(.move(.at("a/d"), to: .at("b/d")))
    let first = try await session.listing(of: .at("a"))
    try expect(
      Set(first.names),
      is: [.name("created.mkv"), .name("changed.mkv"), .name("other.mkv")],
      "names after changes"
    )
    try expect(try first.entry("changed.mkv").size, is: 77, "the size after a change")
    try expect(try await session.listing(of: .at("b")).names, is: [.name("d")], "names in b")
    let moved = try await session.listing(of: .at("b/d"))
    try expect(moved.names, is: [.name("moved.mkv")], "names in the moved directory")
    try await expectFailure(.notFound, of: "listing the moved directory where it was") {
      try await session.listing(of: .at("a/d"))
    }
    if session.capabilities.watch == .hints { try await trial.verifyHints() }
  }

  static let fixedCapabilities = Promise(
    100,
    .capabilities,
    "Capabilities do not change within a session."
  ) { trial in
    let site = try await trial.site([.file("films/film.mkv")])
    let session = try await trial.connectBare(to: site)
    let before = session.capabilities
    _ = try await session.stat(.at("films/film.mkv"))
    _ = try await session.listing(of: .at("films"))
    _ = try? await session.listing(of: .at("absent"))
    _ = try await session.content(of: .at("films/film.mkv"), count: 64)
    try expect(session.capabilities == before, "they changed with use")
    if (try? await site.inject(.refuse)) != nil {
      _ = try? await session.listing(of: .at("films"))
      await site.endFaults()
      try expect(session.capabilities == before, "they changed with a failure")
    }
  }
}

extension Trial {
  /// Makes sure that the core keeps what is not declared away from the adapter.
  fileprivate func verifyRefusal(at site: any ConformanceSite) async throws {
    let bare = UndeclaringAdapter(adapter(of: site), undeclared: [.ranges])
    let session = try await bare.connectLayered(
      site.shortConfiguration,
      credential: site.credential,
      policy: .single
    )
    let reader = try await session.open(.at("film.mkv"))
    let before = try? await site.traffic().requests
    try await expectFailure(.unsupported, of: "a read from the middle, not declared") {
      try await reader.read(at: 500, count: 10)
    }
    try expect(try? await site.traffic().requests, is: before, "requests for what is not declared")
    let bytes = try await reader.read(at: 0, count: 1000)
    try expect(bytes == TreeNode.pattern(.at("film.mkv"), 1000), "bytes from the start are wrong")
  }

  /// Makes sure that each kind of change is hinted at once the source is watched.
  ///
  /// All are made in the root: of what is done further down by others some servers do not tell.
  fileprivate func verifyHints() async throws {
    let (site, session) = try await session([
      .file("changed.mkv"), .file("renamed.mkv"), .file("deleted.mkv"), .directory("moved"),
    ])
    let watch = try await session.watch(WatchRequest())
    let changes: [(String, TreeChange)] = [
      ("a file that is created", .add(.file("created.mkv"))),
      ("a file that is changed", .write(.at("changed.mkv"), TreeNode.pattern(.root, 77))),
      ("a file that is renamed", .move(.at("renamed.mkv"), to: .at("other.mkv"))),
      ("a file that is deleted", .remove(.at("deleted.mkv"))),
      ("a directory that is created", .add(.directory("new"))),
      ("a directory that is moved", .move(.at("moved"), to: .at("elsewhere"))),
    ]
    for (what, change) in changes {
      try await quiet(watch)
      try await site.apply(change)
      let hints = try await within(.seconds(5), "a hint at \(what)") { try await watch.next() }
      try expect(
        hints.contains { $0 == .overflow || $0 == .changed(.root) },
        "\(what) is hinted at elsewhere: \(hints)"
      )
    }
    watch.close()
    try await expectFailure(.unavailable, of: "a hint of a closed watch") {
      while true { _ = try await watch.next() }
    }
    await session.close()
  }

  /// Takes the hints that are still under way of a change before.
  private func quiet(_ watch: ChangeWatch) async throws {
    while let hints = await TimeLimit.run(for: .milliseconds(200), { try await watch.next() }) {
      _ = try hints.get()
    }
  }
}
