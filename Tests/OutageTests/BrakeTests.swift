import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

/// A thousand films deleted at once.
@Suite("The brake")
struct BrakeTests {
  private static func afterDeletion() async throws -> (OutageLibrary, LibraryContents) {
    let library = try await OutageLibrary.scanned()
    for number in 1...1_000 { library.addFile("Bulk/\(number % 50)/\(number).mkv", index: number) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    for number in 1...1_000 { library.memory.remove(.path("Bulk/\(number % 50)/\(number).mkv")) }
    library.addFilms(60...60)
    let report = try await library.scanExpectingSuccess()
    #expect(report.held == 1_000)
    #expect(report.missing == 0)
    #expect(report.added == 3, "what is new is published all the same")
    return (library, before)
  }

  @Test("it holds a thousand removals: the files stay present")
  func holds() async throws {
    let (library, before) = try await Self.afterDeletion()
    let now = try library.contents()
    #expect(now.missing.isEmpty)
    #expect(now.held.count == 1_000)
    #expect(Set(now.present.keys).isSuperset(of: before.present.keys))
  }

  @Test("a scan before the interval is over holds on, one after it lets them go")
  func confirmedLater() async throws {
    let (library, _) = try await Self.afterDeletion()
    library.clock.advance(by: .seconds(600))
    #expect(try await library.scanExpectingSuccess().held == 1_000)
    library.clock.advance(by: .seconds(3_600))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 1_000)
    #expect(report.held == 0)
    #expect(try library.contents().missing.count == 1_000)
  }

  @Test("a file that returns clears its hold, and the others stay held")
  func returning() async throws {
    let (library, before) = try await Self.afterDeletion()
    library.addFile("Bulk/1/1.mkv", index: 1)
    let report = try await library.scanExpectingSuccess()
    #expect(report.held == 999)
    let now = try library.contents()
    #expect(now.present["Bulk/1/1.mkv"]?.hold == nil)
    #expect(now.uid("Bulk/1/1.mkv") == before.uid("Bulk/1/1.mkv"))
  }

  @Test("the host lets them go, and takes that back")
  func confirmedAndUndone() async throws {
    let (library, before) = try await Self.afterDeletion()
    #expect(try await library.library.confirmRemovals(in: library.source) == 1_000)
    #expect(try library.contents().missing.count == 1_000)
    let undone = try await library.library.undoRemovals(in: library.source)
    #expect(undone.restored == 1_000)
    let now = try library.contents()
    #expect(now.missing.isEmpty)
    #expect(now.uid("Bulk/7/7.mkv") == before.uid("Bulk/7/7.mkv"))
    // Undone removals wait for the host, however many scans pass.
    library.clock.advance(by: .seconds(7_200))
    #expect(try await library.scanExpectingSuccess().missing == 0)
    #expect(try library.contents().held.count == 1_000)
  }

  @Test("a scan of a part confirms no hold")
  func partialScan() async throws {
    let (library, _) = try await Self.afterDeletion()
    library.clock.advance(by: .seconds(7_200))
    let report = try await library.scanExpectingSuccess(only: [.path("Bulk")])
    #expect(report.missing == 0)
    #expect(try library.contents().held.count == 1_000)
  }

  @Test("a quarter of the films may go at once")
  func fewEnough() async throws {
    let library = try await OutageLibrary.scanned()
    for number in 1...7 { library.memory.remove(.path("Films/Film \(number)")) }
    let report = try await library.scanExpectingSuccess()
    #expect(report.held == 0)
    #expect(report.missing == 21)
  }
}
