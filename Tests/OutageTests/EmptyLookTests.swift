import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

/// Listings that lack all that is known of a folder, and are asked about one name of it.
@Suite("Folders that look empty")
struct EmptyLookTests {
  /// A library of six films, two in a folder, which is far below what the brake looks at.
  private static func small() async throws -> OutageLibrary {
    let library = try await OutageLibrary()
    for number in 1...6 {
      library.addFile("Films/\((number + 1) / 2)/\(number).mkv", index: number)
    }
    try await library.scanExpectingSuccess()
    library.memory.clearCalls()
    return library
  }

  // TX-4
  @Test("a small library whose folders all look empty keeps every file")
  func everyFolder() async throws {
    let library = try await Self.small()
    let before = try library.contents()
    for folder in 1...3 { library.memory.lookEmpty(.path("Films/\(folder)")) }
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0 && report.held == 0)
    #expect(report.unreachable == [.path("Films/1"), .path("Films/2"), .path("Films/3")])
    #expect(library.questions == 3)
    expectUntouched(try library.contents(), since: before)
    library.memory.clearFaults()
    try await library.scanExpectingSuccess()
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a folder of folders that looks empty keeps all below it", arguments: ["", "Films"])
  func folderOfFolders(_ path: String) async throws {
    let library = try await Self.small()
    let before = try library.contents()
    let folder = path.isEmpty ? SourcePath.root : .path(path)
    library.memory.lookEmpty(folder)
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0 && report.unreachable == [folder])
    #expect(library.questions == 1)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("files that are gone are missing in the same scan, for one question a folder")
  func deleted() async throws {
    let library = try await Self.small()
    library.memory.remove(.path("Films/1/1.mkv"))
    library.memory.remove(.path("Films/1/2.mkv"))
    library.memory.remove(.path("Films/2"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 4 && report.counters.unreachableDirectories == 0)
    #expect(library.questions == 1)
    library.memory.clearCalls()
    library.memory.remove(.path("Films"))
    #expect(try await library.scanExpectingSuccess().missing == 2)
    #expect(library.questions == 1)
  }

  @Test("nothing is asked where something of what is known is listed")
  func notAsked() async throws {
    let library = try await Self.small()
    library.memory.remove(.path("Films/1/1.mkv"))
    library.memory.remove(.path("Films/3"))
    #expect(try await library.scanExpectingSuccess().missing == 3)
    #expect(library.questions == 0)
  }

  @Test(
    "a name that cannot be looked at leaves the folder as it was",
    arguments: [SourceError.Kind.permissionDenied, .unavailable, .timedOut]
  )
  func unanswered(_ kind: SourceError.Kind) async throws {
    let library = try await Self.small()
    let before = try library.contents()
    library.memory.lookEmpty(.path("Films/2"))
    library.memory.fail(.stat, at: .path("Films/2/3.mkv"), with: SourceError(kind), .always)
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0 && report.unreachable == [.path("Films/2")])
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a name for which the source never has an answer keeps nothing")
  func unanswerable() async throws {
    let library = try await Self.small()
    library.memory.remove(.path("Films/2/3.mkv"))
    library.memory.remove(.path("Films/2/4.mkv"))
    let error = SourceError(.nameNotRepresentable)
    library.memory.fail(.stat, at: .path("Films/2/3.mkv"), with: error, .always)
    #expect(try await library.scanExpectingSuccess().missing == 2)
  }

  @Test("a login that is refused meanwhile fails the source")
  func refused() async throws {
    let library = try await Self.small()
    let before = try library.contents()
    library.memory.lookEmpty(.path("Films/2"))
    let error = SourceError(.authenticationFailed, scope: .connection)
    library.memory.fail(.stat, at: .path("Films/2/3.mkv"), with: error, .always)
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.authenticationFailed.rawValue)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a folder in the place of the only file, and a file renamed by its case, are seen")
  func replaced() async throws {
    let library = try await OutageLibrary()
    library.addFile("Kind/Film.mkv", index: 1)
    library.addFile("Case/Film.mkv", index: 2)
    try await library.scanExpectingSuccess()
    library.memory.clearCalls()
    library.memory.remove(.path("Kind/Film.mkv"))
    library.memory.addDirectory(.path("Kind/Film.mkv"))
    library.memory.move(.path("Case/Film.mkv"), to: .path("Case/film.MKV"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 1 && report.moved == 1)
    #expect(library.memory.calls.contains { $0.path == .path("Case/Film.mkv") } == false)
  }
}

extension OutageLibrary {
  /// How many names of the source were looked at by themselves.
  fileprivate var questions: Int { memory.count(.stat) - memory.count(.stat, at: .root) }
}
