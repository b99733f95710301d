import KinoCore

extension Promise {
  /// B6, honest servers.
  static let reads: [Promise] = [
    offsets, fileEnd, sizeRelative, changedFile, directoryAsFile, interleavedReads, probePattern,
  ]

  static let offsets = Promise(
    67,
    .reads,
    "Bytes come from where they were asked for: first, middle, last, behind 4 GiB."
  ) { trial in
    let size = 200_000
    let (_, session) = try await trial.session([.file("film.mkv", size: size)])
    try session.requireRanges()
    let expected = TreeNode.pattern(.at("film.mkv"), size)
    let reader = try await session.open(.at("film.mkv"))
    let parts = [(0, 1), (0, 65_536), (100_000, 1), (77_777, 65_536), (199_999, 1)]
    // Also all of it, and most of it: what is right in short answers can be wrong in long ones.
    for (offset, count) in parts + [(0, size), (1, 150_000), (60_000, size - 60_000)] {
      let bytes = try await reader.read(at: Int64(offset), count: count)
      try expect(bytes, are: expected[offset..<offset + count], "\(count) bytes at \(offset)")
    }
    let (_, large): (any ConformanceSite, any SourceSession)
    let length: Int64 = 5 << 30
    do {
      (_, large) = try await trial.session([TreeNode(.at("large.mkv"), .sparse(size: length))])
    } catch is NotRun {
      return
    }
    let end = TreeNode.sparseEnd
    let behind = try await large.open(.at("large.mkv"))
    let last = try await behind.read(at: length - Int64(end.count), count: end.count)
    try expect(last == end, "the end of 5 GiB is wrong")
    let zeroes = try await behind.read(at: 4 << 30, count: 100)
    try expect(zeroes == [UInt8](repeating: 0, count: 100), "bytes at 4 GiB are wrong")
  }

  static let fileEnd = Promise(
    68,
    .reads,
    "A read over the end is short, and one behind it empty; neither is an error."
  ) { trial in
    let (_, session) = try await trial.session([.file("film.mkv", size: 100)])
    try session.requireRanges()
    let reader = try await session.open(.at("film.mkv"))
    for (offset, expected) in [(0, 100), (90, 10), (99, 1), (100, 0), (5000, 0)] {
      let bytes = try await reader.read(at: Int64(offset), count: 1000)
      try expect(bytes.count, is: expected, "bytes read at \(offset) of 100")
    }
    let none = try await reader.read(at: 50, count: 0)
    try expect(none.isEmpty, "\(none.count) bytes, and none were asked for")
  }

  static let sizeRelative = Promise(
    69,
    .reads,
    "The last bytes of a file are found by its size."
  ) { trial in
    let size = 10_000
    let (_, session) = try await trial.session([.file("film.mkv", size: size)])
    try session.requireRanges()
    guard let told = try await session.stat(.at("film.mkv")).size else {
      throw NotRun("the source does not say sizes")
    }
    try expect(told, is: Int64(size), "the size of stat")
    let reader = try await session.open(.at("film.mkv"))
    let expected = TreeNode.pattern(.at("film.mkv"), size)
    for count in [1, 100, 10_000] {
      let bytes = try await reader.read(at: told - Int64(count), count: count)
      try expect(bytes == Array(expected.suffix(count)), "the last \(count) bytes are wrong")
    }
  }

  static let changedFile = Promise(
    73,
    .reads,
    "A file that changed since it was listed is changedDuringRead, or reads as it was."
  ) { trial in
    let path = SourcePath.at("film.mkv")
    let contents = [10, 200].map { TreeNode.pattern(.at("other"), $0) }
    let changes: [TreeChange] = contents.map { .write(path, $0) } + [.replace(path, contents[1])]
    for change in changes {
      let (site, session) = try await trial.session([
        .file(path, size: 100, modifiedAt: Timestamp(milliseconds: 1_000_000_000_000))
      ])
      let expected = FileFingerprint(try await session.stat(path))
      guard expected != FileFingerprint() else {
        throw NotRun("the source says neither size nor time")
      }
      let reader = try await session.open(path, locator: nil, expecting: expected)
      try await site.apply(change)
      do {
        let bytes = try await reader.read(at: 0, count: 100)
        try expect(bytes == TreeNode.pattern(path, 100), "bytes of a changed file were delivered")
      } catch let error as SourceError {
        try expect(error.kind, is: .changedDuringRead, "the failure of the read")
      }
      try await expectFailure(.changedDuringRead, of: "opening it as it was") {
        let late = try await session.open(path, locator: nil, expecting: expected)
        return try await late.read(at: 0, count: 100)
      }
    }
  }

  static let directoryAsFile = Promise(
    75,
    .reads,
    "Opening a directory is isADirectory."
  ) { trial in
    let (_, session) = try await trial.session([.directory("films")])
    try await expectFailure(.isADirectory, of: "opening a directory") {
      let reader = try await session.open(.at("films"))
      return try await reader.read(at: 0, count: 1)
    }
  }

  static let interleavedReads = Promise(
    77,
    .reads,
    "Reads of one reader that overlap, and readers of one file, do not disturb each other."
  ) { trial in
    let size = 100_000
    let (_, session) = try await trial.session([.file("film.mkv", size: size)])
    try session.requireRanges()
    let expected = TreeNode.pattern(.at("film.mkv"), size)
    let shared = try await session.open(.at("film.mkv"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          let own = try await session.open(.at("film.mkv"))
          for step in 0..<12 {
            let offset = (worker * 7_919 + step * 8_123) % (size - 1000)
            let reader = step.isMultiple(of: 2) ? shared : own
            let bytes = try await reader.read(at: Int64(offset), count: 1000)
            let right = bytes == Array(expected[offset..<offset + 1000])
            try expect(right, "1000 bytes at \(offset) are wrong while others read")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  static let probePattern = Promise(
    78,
    .reads,
    "Both ends and forty places between cost at most twice the bytes asked for."
  ) { trial in
    let size = 2 << 20
    let (site, session) = try await trial.session([.file("film.mkv", size: size)])
    try session.requireRanges()
    let expected = TreeNode.pattern(.at("film.mkv"), size)
    let before = try? await site.traffic().contentBytes
    let reader = try await session.open(.at("film.mkv"))
    let scattered = (0..<40).map { (70_000 + $0 * 47_003, 4096) }
    var asked = 0
    for (offset, count) in [(0, 65_536), (size - 65_536, 65_536)] + scattered {
      let bytes = try await reader.read(at: Int64(offset), count: count)
      try expect(
        bytes == Array(expected[offset..<offset + count]),
        "\(count) bytes at \(offset) are wrong"
      )
      asked += count
    }
    guard let before, let after = try await site.traffic().contentBytes else { return }
    try expect(after - before <= 2 * asked, "\(after - before) bytes were sent for \(asked)")
  }
}

/// Breaks the promise unless bytes are the expected ones, and names the first that is not.
private func expect(
  _ bytes: [UInt8],
  are expected: ArraySlice<UInt8>,
  _ what: String
) throws(BrokenPromise) {
  try expect(bytes.count, is: expected.count, "how many of \(what) came")
  guard let wrong = zip(bytes, expected).enumerated().first(where: { $1.0 != $1.1 }) else { return }
  throw BrokenPromise("\(what) are wrong from the byte \(wrong.offset) on")
}

extension SourceSession {
  /// Stops where reads can only begin at the beginning.
  func requireRanges() throws(NotRun) {
    if capabilities.ranges == .none { throw NotRun("the source declares no ranges") }
  }
}
