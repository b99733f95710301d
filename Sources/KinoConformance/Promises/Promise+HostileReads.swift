import KinoCore

extension Promise {
  /// B6, servers that answer ranges wrongly.
  static let hostileReads: [Promise] = [
    ignoredRange, mismatchedRange, shortBody, refusedRange, encodedContent,
  ]

  static let ignoredRange = Promise(
    70,
    .reads,
    "The whole file in answer to a range is rangeIgnored; from 0 it may be used."
  ) { trial in
    let size = 1 << 20
    let (site, reader) = try await trial.reader(size: size)
    try await site.inject(.ignoreRange)
    let before = try? await site.traffic().contentBytes
    try await expectFailure(.rangeIgnored, of: "a read from the middle") {
      try await reader.read(at: 500_000, count: 1000)
    }
    if let before, let after = try await site.traffic().contentBytes {
      try expect(after - before <= 512 << 10, "\(after - before) bytes were taken first")
    }
    do {
      let bytes = try await reader.read(at: 0, count: 1000)
      let right = bytes == TreeNode.pattern(.at("film.mkv"), 1000)
      try expect(right, "the first bytes are wrong")
    } catch let error as SourceError {
      try expect(error.kind, is: .rangeIgnored, "the failure of a read from 0")
    }
  }

  static let mismatchedRange = Promise(
    71,
    .reads,
    "Another range than the one asked for is a protocolViolation."
  ) { trial in
    let (site, reader) = try await trial.reader(size: 100_000)
    try await site.inject(.wrongRange)
    try await expectFailure(.protocolViolation, of: "a read that gets another range") {
      try await reader.read(at: 5000, count: 1000)
    }
  }

  static let shortBody = Promise(
    72,
    .reads,
    "Less than was announced is a failure that passes, and no end of the file."
  ) { trial in
    let (site, reader) = try await trial.reader(size: 100_000)
    try await site.inject(.shortBody)
    do {
      let bytes = try await reader.read(at: 5000, count: 10_000)
      throw BrokenPromise("a read that was cut short gave \(bytes.count) bytes")
    } catch let error as SourceError {
      try expect(error.retry, is: .temporary, "whether \(error.kind) is tried again")
    }
  }

  static let refusedRange = Promise(
    74,
    .reads,
    "A range that the server refuses is rangeNotSatisfiable."
  ) { trial in
    let (site, reader) = try await trial.reader(size: 100_000)
    try await site.inject(.refuseRange)
    try await expectFailure(.rangeNotSatisfiable, of: "a read that the server refuses") {
      try await reader.read(at: 5000, count: 1000)
    }
  }

  static let encodedContent = Promise(
    76,
    .reads,
    "An encoding of the content never changes the bytes of a read."
  ) { trial in
    let (site, reader) = try await trial.reader(size: 100_000)
    try await site.inject(.encodeContent)
    do {
      let bytes = try await reader.read(at: 5000, count: 1000)
      let expected = Array(TreeNode.pattern(.at("film.mkv"), 6000)[5000...])
      try expect(bytes == expected, "encoded bytes were delivered")
    } catch let error as SourceError {
      let refusals: [SourceError.Kind] = [.protocolViolation, .rangeIgnored, .unsupported]
      try expect(refusals.contains(error.kind), "\(error.kind) instead of a refusal")
    }
  }
}

extension Trial {
  /// An open file of a known pattern, in a source that reads ranges.
  fileprivate func reader(
    size: Int
  ) async throws -> (any ConformanceSite, any SourceReader) {
    let (site, session) = try await session([.file("film.mkv", size: size)])
    try session.requireRanges()
    return (site, try await session.open(.at("film.mkv")))
  }
}
