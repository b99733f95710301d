import KinoCore

extension Promise {
  /// B3, links, mounts and what is not really there.
  static let specialEntries: [Promise] = [
    linkCycle, twoNames, outwardLink, mountBoundary, phantoms,
  ]

  static let linkCycle = Promise(
    43,
    .enumeration,
    "A directory that contains itself through a link ends, and is met once."
  ) { trial in
    let (_, session) = try await trial.session([
      .file("films/film.mkv"), TreeNode(.at("films/again"), .link(to: ".")),
      TreeNode(.at("films/up"), .link(to: "..")),
    ])
    let capabilities = session.capabilities
    if capabilities.symlinks == .followed, capabilities.stableID.scope != .source {
      throw NotRun("the source follows links and has no ids to notice it")
    }
    var seen: Set<StableID> = []
    var films = 0
    var pending: [SourcePath] = [.root]
    while let path = pending.popLast() {
      try expect(path.depth < 12, "the walk does not end: \(path)")
      for entry in try await session.listing(of: path).entries {
        let child = path.appending(entry.name)
        if entry.name == .name("film.mkv") { films += 1 }
        guard entry.kind == .directory else { continue }
        if let id = entry.stableID, !seen.insert(id).inserted { continue }
        pending.append(child)
      }
    }
    try expect(films, is: 1, "how often the one film was met")
  }

  static let twoNames = Promise(
    44,
    .enumeration,
    "One file under two names has one id, if ids are declared."
  ) { trial in
    let (_, session) = try await trial.session([
      .file("a/film.mkv"), TreeNode(.at("b/same.mkv"), .hardLink(to: .at("a/film.mkv"))),
      .file("b/other.mkv"),
    ])
    guard session.capabilities.stableID.scope == .source else {
      throw NotRun("the source declares no ids for the whole source")
    }
    let first = try await session.listing(of: .at("a")).entry("film.mkv").stableID
    let listing = try await session.listing(of: .at("b"))
    try expect(first != nil, "there is no id")
    try expect(try listing.entry("same.mkv").stableID, is: first, "the id under the second name")
    try expect(try listing.entry("other.mkv").stableID != first, "another file has the same id")
  }

  static let outwardLink = Promise(
    45,
    .enumeration,
    "A link is reported and not followed, least of all out of the root."
  ) { trial in
    let (_, session) = try await trial.session([
      TreeNode(.at("out"), .link(to: "/")), TreeNode(.at("up"), .link(to: "../..")),
      TreeNode(.at("file"), .link(to: "/etc/passwd")), .file("film.mkv"),
    ])
    guard session.capabilities.symlinks == .visible else {
      throw NotRun("the source does not show links")
    }
    let listing = try await session.listing()
    for name in ["out", "up", "file"] {
      try expect(try listing.entry(name).kind, is: .symlink, "the kind of the link \(name)")
    }
    for name in ["out", "up"] {
      try await expectFailure(.notADirectory, of: "listing the link \(name)") {
        try await session.listing(of: .at(name))
      }
      try await expectFailure(.notADirectory, .notFound, of: "stat behind the link \(name)") {
        try await session.stat(.at("\(name)/etc"))
      }
    }
    try await expectFailure(.unsupported, of: "opening a link") {
      try await session.open(.at("file"))
    }
  }

  static let mountBoundary = Promise(
    46,
    .enumeration,
    "Where another file system begins is flagged, and another root has another identity."
  ) { trial in
    let (site, session) = try await trial.session([.file("disk/film.mkv")])
    do {
      try await site.inject(.otherVolume(.at("disk")))
      let entry = try await session.listing().entry("disk")
      try expect(entry.flags.contains(.mountBoundary), "the boundary is not flagged")
      await site.endFaults()
    } catch is NotRun {
      // The root can still be replaced.
    }
    let before = try await session.rootIdentity()
    guard before != .unknown else { throw NotRun("the source has no identity of its root") }
    try await site.inject(.replaceRoot)
    do {
      let after = try await session.rootIdentity()
      try expect(after != before, "an empty root in place of the other has its identity")
    } catch let error as SourceError {
      try expect(error.kind, is: .sourceMissing, "the failure of the identity")
    }
  }

  static let phantoms = Promise(
    47,
    .enumeration,
    "Nothing is listed that can not be looked at, but for what is flagged."
  ) { trial in
    let (_, session) = try await trial.session([
      .file("films/film.mkv"), .directory("films/empty"), .file("films/film.nfo"),
    ])
    let listing = try await session.listing(of: .at("films"))
    for entry in listing.entries where !entry.flags.contains(.placeholder) {
      let found = try await session.stat(.at("films").appending(entry.name))
      try expect(found.kind, is: entry.kind, "the kind of \(entry.name)")
    }
    try expect(listing.entries.count, is: 3, "the number of entries")
  }
}
