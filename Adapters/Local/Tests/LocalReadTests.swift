import KinoCore
import KinoLocal
import KinoTestSupport
import Testing

@Suite("Local reading")
struct LocalReadTests {
  private let folder = TemporaryFolder()
  private let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test(
    "a read is exact, or ends with the file",
    arguments: [(0, 1), (0, 100_000), (50_000, 65_536), (99_999, 1), (100_000, 5), (1 << 40, 1)]
  )
  func ranges(_ offset: Int, _ count: Int) async throws {
    try folder.write("a", content)
    let reader = try await folder.connect().open(.path("a"))
    let start = min(offset, content.count)
    let expected = content[start..<min(content.count, start + count)]
    #expect(try await reader.read(at: Int64(offset), count: count) == Array(expected))
  }

  @Test("bytes behind 4 GiB are read where they are (FW-1)")
  func largeOffset() async throws {
    try folder.write("a")
    try folder.write("a", [7, 8, 9], at: (5 << 30) - 3)
    let reader = try await folder.connect().open(.path("a"))
    #expect(try await reader.read(at: (5 << 30) - 4, count: 10) == [0, 7, 8, 9])
  }

  @Test("a range before the file is refused", arguments: [(Int64(-1), 1), (0, -1), (.max, 1)])
  func badRange(_ offset: Int64, _ count: Int) async throws {
    try folder.write("a")
    let reader = try await folder.connect().open(.path("a"))
    let error = await #expect(throws: SourceError.self) {
      try await reader.read(at: offset, count: count)
    }
    #expect(error?.kind == .rangeNotSatisfiable)
  }

  @Test("only regular files are opened, and a pipe does not block")
  func otherKinds() async throws {
    try folder.makeDirectory("d")
    try folder.write("a")
    try folder.link("link", to: "a")
    try folder.makePipe("pipe")
    let session = try await folder.connect()
    for (name, kind) in [
      ("d", SourceError.Kind.isADirectory), ("link", .unsupported), ("pipe", .unsupported),
    ] {
      let error = await #expect(throws: SourceError.self) { try await session.open(.path(name)) }
      #expect(error?.kind == kind)
    }
  }

  @Test("a file that is no longer as expected is not opened")
  func changedBeforeOpening() async throws {
    try folder.write("a")
    let session = try await folder.connect()
    let fingerprint = FileFingerprint(try await session.stat(.path("a")))
    _ = try await session.open(.path("a"), locator: nil, expecting: fingerprint)
    try folder.write("a", [1, 2])
    let error = await #expect(throws: SourceError.self) {
      try await session.open(.path("a"), locator: nil, expecting: fingerprint)
    }
    #expect(error?.kind == .changedDuringRead)
  }

  @Test("a change between two reads is noticed when there is an expectation")
  func changedBetweenReads() async throws {
    try folder.write("a", content)
    let session = try await folder.connect()
    let fingerprint = FileFingerprint(try await session.stat(.path("a")))
    let careful = try await session.open(.path("a"), locator: nil, expecting: fingerprint)
    let careless = try await session.open(.path("a"))
    #expect(try await careful.read(at: 0, count: 10) == Array(content[..<10]))
    try folder.write("a", [1])
    let error = await #expect(throws: SourceError.self) { try await careful.read(at: 0, count: 1) }
    #expect(error?.kind == .changedDuringRead)
    #expect(try await careless.read(at: 0, count: 10) == [1])
  }

  @Test("parallel reads of one reader are right")
  func parallelReads() async throws {
    try folder.write("a", content)
    let reader = try await folder.connect().open(.path("a"))
    let content = content
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<100 {
        group.addTask {
          let bytes = try await reader.read(at: Int64(index * 1000), count: 1000)
          return bytes == Array(content[index * 1000..<(index + 1) * 1000])
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("a closed reader reads nothing")
  func closed() async throws {
    try folder.write("a")
    let reader = try await folder.connect().open(.path("a"))
    await reader.close()
    await reader.close()
    let error = await #expect(throws: SourceError.self) { try await reader.read(at: 0, count: 1) }
    #expect(error?.kind == .unavailable && error?.retry == .permanent)
  }
}
