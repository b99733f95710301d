import KinoCore

extension Promise {
  /// B3, ordinary directories.
  static let enumeration: [Promise] = [
    emptyDirectory, missingDirectory, fileAsDirectory, noSelf, eachOnce, kinds, unreadableDirectory,
    vanishingEntry, unreadableEntry, emptyFiles, largeFiles, hiddenFiles,
  ]

  static let emptyDirectory = Promise(
    31,
    .enumeration,
    "An empty directory has no entries and is complete."
  ) { trial in
    let (_, session) = try await trial.session([.directory("empty")])
    let listing = try await session.listing(of: .at("empty"))
    try expect(listing.entries.isEmpty, "entries: \(listing.names)")
    try expect(listing.isComplete, "incomplete: \(listing.reasons)")
  }

  static let missingDirectory = Promise(
    32,
    .enumeration,
    "A directory that is not there is notFound and never empty."
  ) { trial in
    let (_, session) = try await trial.session([.file("films/film.mkv")])
    for path in ["absent", "films/absent", "absent/deeper"] {
      try await expectFailure(.notFound, of: "listing \(path)") {
        try await session.listing(of: .at(path))
      }
    }
  }

  static let fileAsDirectory = Promise(
    33,
    .enumeration,
    "Listing a file is notADirectory."
  ) { trial in
    let (_, session) = try await trial.session([.file("film.mkv")])
    try await expectFailure(.notADirectory, of: "listing a file") {
      try await session.listing(of: .at("film.mkv"))
    }
  }

  static let noSelf = Promise(
    34,
    .enumeration,
    "A directory lists neither itself nor its parent."
  ) { trial in
    let (_, session) = try await trial.session([.file("films/new/film.mkv")])
    try expect(try await session.listing().names, is: [.name("films")], "names in the root")
    try expect(try await session.listing(of: .at("films")).names, is: [.name("new")], "in films")
    let inner = try await session.listing(of: .at("films/new"))
    try expect(inner.names, is: [.name("film.mkv")], "in films/new")
    try expect(inner.isComplete, "incomplete: \(inner.reasons)")
  }

  static let eachOnce = Promise(
    35,
    .enumeration,
    "Each child is listed exactly once."
  ) { trial in
    let site = try await trial.site(TreeNode.files(50, in: "films"))
    let session = try await trial.connectBare(to: site)
    let listing = try await session.listing(of: .at("films"), pageLimit: 7)
    try expect(Set(listing.names).count, is: 50, "different names")
    try expect(listing.names.count, is: 50, "names")
  }

  static let kinds = Promise(
    36,
    .enumeration,
    "Files, directories, links and things without content are told apart."
  ) { trial in
    let plain: [TreeNode] = [.file("file.mkv"), .directory("directory")]
    let special: [TreeNode] = [
      TreeNode(.at("link"), .link(to: "file.mkv")), TreeNode(.at("pipe"), .pipe),
    ]
    let hasSpecial: Bool
    let session: any SourceSession
    do {
      session = try await trial.session(plain + special).1
      hasSpecial = true
    } catch is NotRun {
      session = try await trial.session(plain).1
      hasSpecial = false
    }
    let listing = try await session.listing()
    try expect(try listing.entry("file.mkv").kind, is: .file, "the kind of a file")
    try expect(try listing.entry("directory").kind, is: .directory, "the kind of a directory")
    guard hasSpecial else { return }
    switch session.capabilities.symlinks {
    case .visible: try expect(try listing.entry("link").kind, is: .symlink, "the kind of a link")
    case .followed, .none:
      // A server may also hide links.
      try expect(listing[.name("link")]?.kind ?? .file, is: .file, "the kind of a link")
    }
    if let pipe = listing[.name("pipe")] {
      try expect([.other, .unknown].contains(pipe.kind), "the kind of a pipe: \(pipe.kind)")
    }
  }

  static let unreadableDirectory = Promise(
    37,
    .enumeration,
    "A directory that may not be read is permissionDenied; the one that holds it is complete."
  ) { trial in
    let site = try await trial.site([.file("locked/film.mkv"), .file("film.mkv")])
    try await site.inject(.forbid(.at("locked")))
    let session = try await trial.connect(to: site)
    let listing = try await session.listing()
    try expect(Set(listing.names), is: [.name("locked"), .name("film.mkv")], "names")
    try expect(listing.isComplete, "incomplete: \(listing.reasons)")
    let error = try await expectFailure(.permissionDenied, of: "listing it") {
      try await session.listing(of: .at("locked"))
    }
    try expect(error.scope, is: .directory, "how far it reaches")
    // That was what the adapter makes of a refusal. This is what the server makes of such a
    // directory.
    let locked = try await trial.site([.file("locked/film.mkv"), .file("film.mkv")])
    try await locked.inject(.lock(.at("locked")))
    try await trial.connect(to: locked).expectLocked(.at("locked"))
  }

  static let vanishingEntry = Promise(
    38,
    .enumeration,
    "An entry that is gone when it is looked at is left out, and is no unreadable one."
  ) { trial in
    let site = try await trial.site([.file("films/going.mkv"), .file("films/staying.mkv")])
    try await site.inject(.vanishingEntry(.at("films/going.mkv")))
    let listing = try await trial.connect(to: site).listing(of: .at("films"))
    try expect(listing.names, is: [.name("staying.mkv")], "names")
    // Something did change, and saying so only costs another listing.
    let others = listing.reasons.subtracting([.changedDuringListing])
    try expect(others.isEmpty, "incomplete: \(others)")
  }

  static let unreadableEntry = Promise(
    39,
    .enumeration,
    "An entry whose attributes can not be read is reported, and the listing incomplete."
  ) { trial in
    let site = try await trial.site([.file("films/bad.mkv"), .file("films/good.mkv")])
    try await site.inject(.unreadableEntry(.at("films/bad.mkv")))
    let listing = try await trial.connect(to: site).listing(of: .at("films"))
    _ = try listing.entry("good.mkv")
    try expect(!listing.isComplete, "the listing is called complete")
    let isNamed = listing.notes.contains { $0.name == .name("bad.mkv") }
    try expect(isNamed || listing[.name("bad.mkv")]?.kind == .unknown, "nothing names the entry")
  }

  static let emptyFiles = Promise(
    40,
    .enumeration,
    "An empty file has the size 0, which is not an unknown one."
  ) { trial in
    let (_, session) = try await trial.session([.file("empty.mkv", size: 0)])
    try expect(try await session.listing().entry("empty.mkv").size, is: 0, "the size listed")
    try expect(try await session.stat(.at("empty.mkv")).size, is: 0, "the size of stat")
    let bytes = try await session.content(of: .at("empty.mkv"), count: 10)
    try expect(bytes.isEmpty, "\(bytes.count) bytes were read")
  }

  static let largeFiles = Promise(
    41,
    .enumeration,
    "The size of a file of more than 4 GiB is exact."
  ) { trial in
    let size: Int64 = 5 << 30 | 12_345
    let (_, session) = try await trial.session([TreeNode(.at("large.mkv"), .sparse(size: size))])
    try expect(try await session.listing().entry("large.mkv").size, is: size, "the size listed")
    try expect(try await session.stat(.at("large.mkv")).size, is: size, "the size of stat")
  }

  static let hiddenFiles = Promise(
    42,
    .enumeration,
    "Hidden files are listed, and flagged."
  ) { trial in
    let (_, session) = try await trial.session([.file(".hidden.mkv"), .file("shown.mkv")])
    let listing = try await session.listing()
    try expect(try listing.entry(".hidden.mkv").flags.contains(.hidden), "it is not flagged")
    try expect(!(try listing.entry("shown.mkv").flags.contains(.hidden)), "all are flagged")
  }
}

extension SourceSession {
  /// Breaks the promise when a directory with a film, that nobody may read, looks empty or gone.
  ///
  /// Servers without a word for it may call it unavailable.
  fileprivate func expectLocked(_ path: SourcePath) async throws {
    let listing: Listing
    do throws(SourceError) {
      listing = try await self.listing(of: path)
    } catch {
      let isRefusal = [.permissionDenied, .unavailable].contains(error.kind)
      return try expect(isRefusal, "\(error) for a directory that the server may not read")
    }
    guard listing[.name("film.mkv")] == nil else {
      throw NotRun("the server reads what nobody may read, as administrators can")
    }
    try expect(!listing.isComplete, "a directory that the server may not read is called empty")
  }
}
