import KinoCore

extension Promise {
  /// B2.
  static let paths: [Promise] = [
    tortureNames, encodedSeparator, normalisationTwins, caseTwins, rawBytes, longNames,
    foreignNames,
    controlCharacters, emptyRootPath, spareSlashes, awkwardRoot, parentInPath, unsafeNames,
  ]

  static let tortureNames = Promise(
    18,
    .paths,
    "Every legal name comes back from a listing as it is, and can be looked at and read."
  ) { trial in
    let names = TortureNames.characters.filter { trial.listsHiddenNames || !$0.hasPrefix(".") }
    let paths = names.map { SourcePath.root.appending(.name($0)) }
    let (_, session) = try await trial.session(paths.map { .file($0) })
    let listing = try await session.listing()
    try expect(listing.isComplete, "the listing is incomplete: \(listing.reasons)")
    try expect(Set(listing.names), is: Set(paths.compactMap(\.lastComponent)), "names")
    for path in paths { try await session.expectReadable(path, listing) }
    try expect(listing.names.count, is: paths.count, "the number of names")
  }

  static let encodedSeparator = Promise(
    19,
    .paths,
    "The text %2F in a name is not a separator."
  ) { trial in
    let (_, session) = try await trial.session([.file("a%2Fb"), .file("a/b"), .file("c%2fd/e")])
    let listing = try await session.listing()
    try expect(Set(listing.names), is: [.name("a%2Fb"), .name("a"), .name("c%2fd")], "names")
    try await session.expectReadable(.at("a%2Fb"), listing)
    try await session.expectReadable(.at("a/b"), try await session.listing(of: .at("a")))
    try await session.expectReadable(.at("c%2fd/e"), try await session.listing(of: .at("c%2fd")))
  }

  static let normalisationTwins = Promise(
    20,
    .paths,
    "Names that differ in normalisation only are two entries, or the capability says otherwise."
  ) { trial in
    let twins = [TortureNames.composed, TortureNames.decomposed]
    try await trial.verifyTwins(twins) { $0.normalisation == .exact }
  }

  static let caseTwins = Promise(
    21,
    .paths,
    "Names that differ in case only are two entries, or the capability says otherwise."
  ) { trial in
    try await trial.verifyTwins(["Movie.mkv", "movie.mkv"]) { $0.caseSensitivity == .sensitive }
  }

  static let rawBytes = Promise(
    22,
    .paths,
    "A name that is not UTF-8 comes with its bytes, or the directory is said to be incomplete."
  ) { trial in
    guard let name = PathComponent(bytes: TortureNames.notUTF8) else { return }
    let path = SourcePath.root.appending(name)
    let (_, session) = try await trial.session([.file("plain.mkv"), .file(path)])
    let listing = try await session.listing()
    if listing[name] != nil {
      try await session.expectReadable(path, listing)
    } else {
      try expect(
        listing.reasons.contains(.nameNotRepresentable),
        "a name that is not UTF-8 is neither listed nor said to be lacking: \(listing.names)"
      )
    }
    _ = try listing.entry("plain.mkv")
  }

  static let longNames = Promise(
    23,
    .paths,
    "Names of 255 bytes work, and paths of more than 1,024 and of more than 4,096 bytes."
  ) { trial in
    let long = String(repeating: "n", count: 255)
    let wide = String(repeating: "é", count: 127)
    let part = String(repeating: "d", count: 200)
    let deep = [6, 24].map { depth in
      SourcePath(components: Array(repeating: .name(part), count: depth) + [.name("end.mkv")])
    }
    let (_, session) = try await trial.session(
      [.file(long), .file(wide)] + deep.map { .file($0) }
    )
    let listing = try await session.listing()
    for name in [long, wide] { try await session.expectReadable(.at(name), listing) }
    for path in deep {
      do {
        let bytes = try await session.content(of: path, count: 64)
        try expect(bytes == TreeNode.pattern(path, 64), "the content of a deep file is wrong")
      } catch let error as SourceError {
        // A server may have a limit, but not call absent what is there.
        let isLimit = error.kind != .notFound && path.bytes.count > 4096
        try expect(isLimit, "a path of \(path.bytes.count) bytes is \(error.kind)")
      }
    }
  }

  static let foreignNames = Promise(
    24,
    .paths,
    "Names that other systems forbid come as they are, or flagged; what was listed can be opened."
  ) { trial in
    let paths = TortureNames.foreign.map { SourcePath.root.appending(.name($0)) }
    let (_, session) = try await trial.session(paths.map { .file($0) })
    let listing = try await session.listing()
    try expect(listing.entries.count, is: paths.count, "the number of entries")
    let expected = Set(paths.compactMap(\.lastComponent))
    for entry in listing.entries {
      let path = SourcePath.root.appending(entry.name)
      if expected.contains(entry.name) {
        try await session.expectReadable(path, listing)
      } else {
        try expect(entry.flags.contains(.mangledName), "\(entry.name) is changed and not flagged")
        _ = try await session.open(path, locator: entry.locator, expecting: nil)
      }
    }
  }

  static let controlCharacters = Promise(
    25,
    .paths,
    "Names with control characters come as they are, or the directory is said to be incomplete."
  ) { trial in
    let paths = TortureNames.controls.map { SourcePath.root.appending(.name($0)) }
    let (_, session) = try await trial.session(paths.map { .file($0) })
    let listing = try await session.listing()
    for path in paths {
      guard let name = path.lastComponent else { continue }
      if listing[name] != nil {
        try await session.expectReadable(path, listing)
      } else {
        try expect(!listing.isComplete, "\(name) is neither listed nor said to be lacking")
      }
    }
  }

  static let emptyRootPath = Promise(
    26,
    .paths,
    "The empty path is the root, for listings and for stat."
  ) { trial in
    let (_, session) = try await trial.session([.file("film.mkv")])
    let root = try await session.stat(.root)
    try expect(root.kind, is: .directory, "the kind of the root")
    try expect(root.name, is: .root, "the name of the root")
    try expect(try await session.listing(of: .root).names, is: [.name("film.mkv")], "names")
  }

  static let spareSlashes = Promise(
    27,
    .paths,
    "Slashes to spare in the base path that a user gave do not count."
  ) { trial in
    let site = try await trial.site([.file("films/new/film.mkv")])
    for suffix in ["/films/new/", "//films//new", "/films/new///"] {
      var configuration = site.shortConfiguration
      configuration.rootPath += Array(suffix.utf8)
      let session = try await trial.connect(to: site, configuration)
      try expect(try await session.listing().names, is: [.name("film.mkv")], "names at \(suffix)")
      let bytes = try await session.content(of: .at("film.mkv"), count: 64)
      try expect(bytes == TreeNode.pattern(.at("films/new/film.mkv"), 64), "wrong content")
    }
  }

  static let awkwardRoot = Promise(
    28,
    .paths,
    "A base path may hold spaces, percent signs, @ and letters that are not ASCII."
  ) { trial in
    let base = "my films 100%41/é @ home"
    let site = try await trial.site([.file("\(base)/film.mkv")])
    var configuration = site.shortConfiguration
    configuration.rootPath += Array("/\(base)".utf8)
    let session = try await trial.connect(to: site, configuration)
    try expect(try await session.listing().names, is: [.name("film.mkv")], "names")
    let bytes = try await session.content(of: .at("film.mkv"), count: 64)
    try expect(bytes == TreeNode.pattern(.at("\(base)/film.mkv"), 64), "wrong content")
  }

  static let parentInPath = Promise(
    29,
    .paths,
    "A base path with .. in it is refused before anything is sent."
  ) { trial in
    let site = try await trial.site([.file("films/film.mkv")])
    var configuration = site.shortConfiguration
    configuration.rootPath += Array("/films/../films".utf8)
    let climbing = configuration
    let before = try? await site.traffic().requests
    try await expectFailure(.nameNotRepresentable, of: "connecting to a base path with ..") {
      try await trial.connect(to: site, climbing)
    }
    try expect(try? await site.traffic().requests, is: before, "requests")
    try expect(SourcePath("films/../film.mkv") == nil, "a path with .. was made")
  }

  static let unsafeNames = Promise(
    30,
    .paths,
    "Names that are none (.., ., empty, with a slash or NUL) are dropped, and the listing incomplete."
  ) { trial in
    let site = try await trial.site([.file("film.mkv")])
    try await site.inject(.hostileNames)
    let listing = try await trial.connect(to: site).listing()
    _ = try listing.entry("film.mkv")
    // What looks like an encoded name may be one.
    let unsafe = listing.names.filter { PathComponent(bytes: $0.bytes) == nil }
    try expect(unsafe.isEmpty, "names that are none were let through")
    try expect(!listing.isComplete, "names were dropped and the listing is called complete")
  }
}

extension SourceSession {
  /// Makes sure that a file that was listed can be looked at and read, by its path and its locator.
  func expectReadable(_ path: SourcePath, _ listing: Listing, size: Int = 64) async throws {
    guard let name = path.lastComponent, let entry = listing[name] else {
      throw BrokenPromise("\(path) is not listed")
    }
    let found = try await stat(path)
    try expect(found.kind, is: .file, "the kind of \(path)")
    try expect(found.size ?? Int64(size), is: Int64(size), "the size of \(path)")
    let expected = TreeNode.pattern(path, size)
    try expect(try await content(of: path, count: size) == expected, "\(path): wrong content")
    let reader = try await open(path, locator: entry.locator, expecting: nil)
    try expect(try await reader.read(at: 0, count: size) == expected, "\(path): wrong content")
    await reader.close()
  }
}

extension Trial {
  /// Names that a source may take for one.
  fileprivate func verifyTwins(
    _ names: [String],
    areDistinct: (SourceCapabilities) -> Bool
  ) async throws {
    let (_, session) = try await session(names.map { .file($0) })
    let listing = try await session.listing()
    let found = listing.names.filter { names.map(PathComponent.name).contains($0) }
    if found.count == 2 {
      for name in names { try await session.expectReadable(.at(name), listing) }
      return
    }
    try expect(
      !areDistinct(session.capabilities),
      "declared distinct, and listed: \(listing.names)"
    )
    try expect(listing.entries.count, is: 1, "the number of entries")
  }
}
