import KinoCore

extension Promise {
  /// B5.
  static let stat: [Promise] = [
    sameAsListed, missingEntry, rootStat, caseVariant, oddTimes, precision, stableIDs, etags,
    forbiddenEntry,
  ]

  static let sameAsListed = Promise(
    58,
    .stat,
    "Stat says what the listing says about the same entry."
  ) { trial in
    let moment = Timestamp(milliseconds: 1_234_567_890_000)
    let (_, session) = try await trial.session([
      .file("films/film.mkv", size: 1000, modifiedAt: moment), .directory("films/more"),
      .file(trial.listsHiddenNames ? "films/.hidden.mkv" : "films/other.mkv"),
    ])
    let listing = try await session.listing(of: .at("films"))
    try expect(listing.entries.count, is: 3, "the number of entries")
    for entry in listing.entries {
      let found = try await session.stat(.at("films").appending(entry.name))
      try expect(found.name, is: entry.name, "the name")
      try expect(found.kind, is: entry.kind, "the kind of \(entry.name)")
      try expect(found.size, is: entry.size, "the size of \(entry.name)")
      try expect(found.modifiedAt, is: entry.modifiedAt, "the time of \(entry.name)")
      try expect(found.stableID, is: entry.stableID, "the id of \(entry.name)")
      try expect(found.etag, is: entry.etag, "the etag of \(entry.name)")
      try expect(found.flags, is: entry.flags, "the flags of \(entry.name)")
    }
  }

  static let missingEntry = Promise(
    59,
    .stat,
    "What is not there is notFound, and so is what is below it."
  ) { trial in
    let (_, session) = try await trial.session([.file("films/film.mkv")])
    for path in ["absent.mkv", "films/absent.mkv", "absent/deeper/film.mkv"] {
      try await expectFailure(.notFound, of: "stat of \(path)") {
        try await session.stat(.at(path))
      }
    }
    try await expectFailure(.notFound, of: "opening it") { try await session.open(.at("absent")) }
  }

  static let rootStat = Promise(
    60,
    .stat,
    "The root is a directory without a name or size."
  ) { trial in
    let (_, session) = try await trial.session()
    let root = try await session.stat(.root)
    try expect(root.kind, is: .directory, "the kind of the root")
    try expect(root.size, is: nil, "the size of the root")
  }

  static let caseVariant = Promise(
    61,
    .stat,
    "A path in other case is found or not as the capability says."
  ) { trial in
    let (_, session) = try await trial.session([.file("Film.mkv")])
    switch session.capabilities.caseSensitivity {
    case .sensitive:
      try await expectFailure(.notFound, of: "stat in other case") {
        try await session.stat(.at("FILM.MKV"))
      }
    case .insensitive:
      let found = try await session.stat(.at("FILM.MKV"))
      try expect(found.size, is: 64, "the size in other case")
    case .unknown:
      do {
        let found = try await session.stat(.at("FILM.MKV"))
        try expect(found.kind, is: .file, "the kind in other case")
      } catch let error as SourceError {
        try expect(error.kind, is: .notFound, "stat in other case")
      }
    }
  }

  static let oddTimes = Promise(
    62,
    .stat,
    "Times before 1970 and after 2038 are kept, and unknown ones are nil."
  ) { trial in
    var ran = false
    for milliseconds: Int64 in [-86_400_000, -1_500, 4_102_444_800_000, 1_234_567_890_123] {
      let moment = Timestamp(milliseconds: milliseconds)
      let site: any ConformanceSite
      do {
        site = try await trial.site([.file("film.mkv", modifiedAt: moment)])
      } catch is NotRun {
        continue
      }
      ran = true
      let session = try await trial.connect(to: site)
      try session.expectTime(try await session.stat(.at("film.mkv")).modifiedAt, moment)
      try session.expectTime(try await session.listing().entry("film.mkv").modifiedAt, moment)
    }
    let (site, session) = try await trial.session([.file("film.mkv")])
    do {
      try await site.inject(.withholdAttributes)
      ran = true
    } catch is NotRun {
      if !ran { throw NotRun("the fixture can neither set nor withhold times") }
      return
    }
    let looked = try await session.stat(.at("film.mkv"))
    for entry in [looked, try await session.listing().entry("film.mkv")] {
      try expect(entry.modifiedAt, is: nil, "a time that nobody said")
      try expect(entry.size, is: nil, "a size that nobody said")
    }
  }

  static let precision = Promise(
    63,
    .stat,
    "Times are as precise as declared, and there are none where none are declared."
  ) { trial in
    let base: Int64 = 1_234_567_890_000
    let (_, session) = try await trial.session([.file("film.mkv")])
    guard let step = session.capabilities.modificationPrecision else {
      let found = try await session.stat(.at("film.mkv")).modifiedAt
      try expect(found, is: nil, "a time, though none are declared")
      return
    }
    try expect((1...86_400_000).contains(step), "a precision of \(step) ms is declared")
    let moments = (0..<3).map { Timestamp(milliseconds: base + $0 * step) }
    let (_, timed) = try await trial.session(
      moments.enumerated().map { .file("\($0.offset).mkv", modifiedAt: $0.element) }
    )
    var found: Set<Timestamp> = []
    for number in moments.indices {
      guard let time = try await timed.stat(.at("\(number).mkv")).modifiedAt else {
        throw BrokenPromise("a precision is declared, and there is no time")
      }
      try timed.expectTime(time, moments[number])
      found.insert(time)
    }
    try expect(found.count, is: 3, "different times, each \(step) ms after the other")
  }

  static let stableIDs = Promise(
    64,
    .stat,
    "Stable ids are distinct, the same in every session, and kept or reused as declared."
  ) { trial in
    let site = try await trial.site([.file("a/one.mkv"), .file("b/two.mkv")])
    let session = try await trial.connect(to: site)
    let declared = session.capabilities.stableID
    guard declared.scope != .none else { throw NotRun("the source declares no stable ids") }
    let first = try await session.stat(.at("a/one.mkv")).stableID
    try expect(first != nil, "there is no id")
    let other = try await trial.connect(to: site)
    try expect(try await other.stat(.at("a/one.mkv")).stableID, is: first, "the id elsewhere")
    if declared.scope == .source {
      let second = try await session.stat(.at("b/two.mkv")).stableID
      try expect(second != first, "two files have one id")
    }
    do {
      try await site.apply(.move(.at("a/one.mkv"), to: .at("a/renamed.mkv")))
    } catch is NotRun {
      return
    }
    if declared.survivesRename {
      let renamed = try await session.stat(.at("a/renamed.mkv")).stableID
      try expect(renamed, is: first, "the id after a rename")
    }
    guard declared.reusedAfterDelete == false else { return }
    try await site.apply(.remove(.at("a/renamed.mkv")))
    try await site.apply(.add(.file("a/renamed.mkv")))
    let replaced = try await session.stat(.at("a/renamed.mkv")).stableID
    try expect(replaced != first, "a new file has the id of a deleted one")
  }

  static let etags = Promise(
    65,
    .stat,
    "An etag changes with the content, and not by reading."
  ) { trial in
    let (site, session) = try await trial.session([.file("film.mkv")])
    guard session.capabilities.etag != .none else { throw NotRun("the source declares no etags") }
    let first = try await session.stat(.at("film.mkv")).etag
    try expect(first != nil, "there is no etag")
    _ = try await session.content(of: .at("film.mkv"), count: 64)
    try expect(try await session.stat(.at("film.mkv")).etag, is: first, "the etag after reading")
    try await site.apply(.write(.at("film.mkv"), TreeNode.pattern(.at("other"), 65)))
    let second = try await session.stat(.at("film.mkv")).etag
    try expect(second != first, "the etag is the same after the content was changed")
  }

  static let forbiddenEntry = Promise(
    66,
    .stat,
    "An entry that may not be looked at is permissionDenied."
  ) { trial in
    let site = try await trial.site([.file("locked/film.mkv")])
    try await site.inject(.forbid(.at("locked")))
    let session = try await trial.connect(to: site)
    try await expectFailure(.permissionDenied, of: "stat in a locked directory") {
      try await session.stat(.at("locked/film.mkv"))
    }
  }
}

extension SourceSession {
  /// Compares times at the declared precision.
  fileprivate func expectTime(_ found: Timestamp?, _ expected: Timestamp) throws(BrokenPromise) {
    guard let step = capabilities.modificationPrecision else {
      return try expect(found, is: nil, "a time, though none are declared")
    }
    guard let found else { throw BrokenPromise("a precision is declared, and there is no time") }
    // Whatever was told, also what is too far away for a difference.
    let (difference, isFar) = found.milliseconds.subtractingReportingOverflow(expected.milliseconds)
    try expect(
      !isFar && difference.magnitude < step.magnitude,
      "the time \(expected.milliseconds) became \(found.milliseconds), \(step) ms are declared"
    )
  }
}
