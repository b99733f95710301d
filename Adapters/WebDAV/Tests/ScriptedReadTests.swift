import KinoCore
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Reads from odd and hostile servers", .serialized)
struct ScriptedReadTests {
  @Test("a right answer is taken")
  func right() async throws {
    let reader = try await Scripted("reads").connect().open(.path("right"))
    #expect(try await reader.read(at: 2, count: 4) == Array("2345".utf8))
    #expect(try await reader.read(at: 8, count: 4) == Array("89".utf8))
  }

  @Test(
    "a wrong answer is refused",
    arguments: [
      ("ignored", .rangeIgnored), ("shifted", .protocolViolation),
      ("off-by-one", .protocolViolation), ("too-short", .protocolViolation),
      ("short-body", .unavailable), ("long-body", .protocolViolation), ("cut-body", .unavailable),
      ("no-range", .protocolViolation), ("parts", .protocolViolation),
      ("encoded", .protocolViolation), ("behind", .changedDuringRead),
      ("refused", .rangeNotSatisfiable), ("grown", .changedDuringRead), ("missing", .notFound),
      ("forbidden", .permissionDenied), ("unsized", .rangeNotSatisfiable),
    ] as [(String, SourceError.Kind)]
  )
  func wrong(_ path: String, _ kind: SourceError.Kind) async throws {
    let reader = try await Scripted("reads").connect().open(.path(path))
    let error = await failure { try await reader.read(at: 2, count: 4) }
    #expect(error?.kind == kind, "\(String(describing: error))")
    // What breaks a connection may be more than one file's.
    #expect(error?.scope == (path == "cut-body" ? .connection : .entry))
    #expect(error?.retry == (kind == .unavailable ? .temporary : .permanent))
  }

  @Test("a whole file will do for its beginning")
  func beginning() async throws {
    let reader = try await Scripted("reads").connect().open(.path("ignored"))
    #expect(try await reader.read(at: 0, count: 4) == Array("0123".utf8))
    #expect(try await reader.read(at: 0, count: 10) == Array("0123456789".utf8))
    #expect(try await reader.read(at: 0, count: 99) == Array("0123456789".utf8))
  }

  @Test("behind the end there is nothing, whatever the server says")
  func behind() async throws {
    let reader = try await Scripted("reads").connect().open(.path("refused"))
    #expect(try await reader.read(at: 10, count: 4) == [])
  }

  @Test("a file that was replaced between reads is noticed by its tag")
  func replaced() async throws {
    let reader = try await Scripted("reads").connect().open(.path("replaced"))
    #expect(try await reader.read(at: 0, count: 4).count == 4)
    // A tag that is no longer marked as weak is the same.
    #expect(try await reader.read(at: 0, count: 4).count == 4)
    let error = await failure { try await reader.read(at: 4, count: 4) }
    #expect(error?.kind == .changedDuringRead)
  }
}
