import Foundation
import KinoCore
import KinoLocal
import KinoSQL
import KinoTestSupport
import KinoTestTools
import Testing

@testable import Kinothek

@Suite("Keeping a library current", .enabled(if: Home.canBeWatched), .timeLimit(.minutes(1)))
struct KeepCurrentTests {
  @Test("what is added to a watched folder is published by a scan of its directory alone")
  func added() async throws {
    let home = try await Home()
    try home.write("Films/One.mkv")
    try home.write("Shows/Two.mkv")
    try await home.keepingCurrent { events in
      #expect(await events.nextScan().report.added == 2)
      try home.write("Films/Three.mkv")
      let scan = await events.nextScan()
      #expect(scan.report.added == 1)
      #expect(scan.covered == .subtrees([.path("Films")]))
      #expect(scan.report.counters.directories == 1)
    }
  }

  @Test("a folder that is removed, and one that comes, are found through what is above")
  func directories() async throws {
    let home = try await Home()
    try home.write("Films/One/One.mkv")
    try home.write("Films/Two/Two.mkv")
    try await home.keepingCurrent { events in
      _ = await events.nextScan()
      try home.remove("Films/One")
      #expect(await events.nextScan().report.missing == 1)
      try home.write("Films/New/Deep/Three.mkv")
      var added = 0
      while added == 0 { added += await events.nextScan().report.added }
      #expect(added == 1)
    }
  }

  @Test("a film moved between two directories is the same film, however the hints come")
  func moved() async throws {
    let home = try await Home()
    try home.write("Films/One.mkv", size: 4_096)
    try home.write("Shows/Two.mkv", size: 8_192)
    try await home.keepingCurrent { events in
      _ = await events.nextScan()
      let before = try home.uid(of: "Films/One.mkv")
      try home.move("Films/One.mkv", to: "Shows/One.mkv")
      while try home.uid(of: "Shows/One.mkv") == nil { _ = await events.nextScan() }
      #expect(try home.uid(of: "Shows/One.mkv") == before)
    }
  }

  @Test(
    "a film moved over the edge of one scan is the same film, whichever side is scanned first",
    arguments: [["Films", "Shows"], ["Shows", "Films"]]
  )
  func movedOverTheEdge(_ order: [String]) async throws {
    let home = try await Home()
    try home.write("Films/One.mkv", size: 4_096)
    try home.write("Shows/Two.mkv", size: 8_192)
    let source = home.source
    _ = await home.library.scan(source.id).report
    let before = try home.uid(of: "Films/One.mkv")
    try home.move("Films/One.mkv", to: "Shows/One.mkv")
    for directory in order {
      let path = try #require(SourcePath(directory))
      #expect(await home.library.scan(source.id, only: [path]).report.state == .completed)
    }
    #expect(try home.uid(of: "Shows/One.mkv") == before)
    #expect(try home.uid(of: "Films/One.mkv") == nil)
  }

  @Test("what a marker or the filter leaves out stays out when it changes")
  func leftOut() async throws {
    let home = try await Home()
    try home.write("Films/One.mkv")
    try home.write("Private/.nomedia", size: 0)
    try home.write("Private/Deep/Two.mkv")
    try home.write("@eaDir/Three.mkv")
    try await home.keepingCurrent { events in
      #expect(await events.nextScan().report.added == 1)
      try home.write("@eaDir/Four.mkv")
      try home.write("Private/Deep/Five.mkv")
      try home.write("Films/Six.mkv")
      var report = await events.nextScan().report
      while report.added == 0 { report = await events.nextScan().report }
      #expect(report.added == 1)
      #expect(try home.uid(of: "Private/Deep/Five.mkv") == nil)
    }
  }

  @Test("a disabled source is not kept current, and it is said why")
  func disabled() async throws {
    let home = try await Home()
    var source = home.source
    source.isEnabled = false
    try await home.library.sources.edit(source)
    let failure = await home.library.keepCurrent(source.id).failure
    #expect(failure?.kind == "suspended")
  }
}

/// A library, and a folder of films beside it that it is to be kept current with.
private final class Home: Sendable {
  let folder: URL
  let films: URL
  let library: MediaLibrary
  let source: Source

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kinothek-" + UUID().uuidString)
    films = folder.appendingPathComponent("films")
    try FileManager.default.createDirectory(at: films, withIntermediateDirectories: true)
    library = try await MediaLibrary.open(
      directory: folder.appendingPathComponent("library").path,
      adapters: [LocalAdapter()]
    )
    source = try await library.sources.add(.local(films.path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Whether the system tells of changes.
  static var canBeWatched: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  func write(_ path: String, size: Int = 1) throws {
    let file = films.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(repeating: 7, count: size).write(to: file)
  }

  func move(_ path: String, to other: String) throws {
    try FileManager.default.moveItem(
      at: films.appendingPathComponent(path),
      to: films.appendingPathComponent(other)
    )
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: films.appendingPathComponent(path))
  }

  /// What a present file is known by.
  func uid(of path: String) throws -> String? {
    let file = folder.appendingPathComponent("library/library.sqlite").path
    let connection = try Connection(.file(file, .readOnly))
    return try LibraryContents(connection).uid(path)
  }

  /// Keeps the source current while `body` listens.
  func keepingCurrent(_ body: (inout Events) async throws -> Void) async throws {
    var policy = WatchPolicy()
    policy.quietPeriod = .milliseconds(50)
    let watch = library.keepCurrent(source.id, policy: policy)
    var events = Events(iterator: watch.makeAsyncIterator())
    try await body(&events)
    watch.cancel()
    #expect(await watch.failure == nil)
    await library.close()
  }
}

private struct Events {
  var iterator: AsyncStream<WatchEvent>.Iterator

  /// The next scan's end.
  mutating func nextScan() async -> (covered: ScanScope, report: ScanReport) {
    while let event = await iterator.next(isolation: #isolation) {
      if case .scanned(let scope, let report) = event { return (scope, report) }
    }
    return (.root, ScanReport(run: nil, state: .failed))
  }
}
