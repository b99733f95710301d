import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@testable import KinoNFS

@Suite("NFS servers that can not be trusted")
struct HostileServerTests {
  @Test(
    "a cookie that does not move, or comes back, ends a listing",
    arguments: [1, 2, 5] as [UInt64]
  )
  func cookies(_ cycle: UInt64) async throws {
    let dialect = ScriptedDialect(listing: { position throws(NFSFailure) in
      let next = ((position?.cookie ?? 0) + 1) % cycle
      return ListPart(
        entries: [ListedEntry("a\(position?.cookie ?? 0)")],
        next: ListPosition(cookie: next, verifier: 0)
      )
    })
    let error = await failure { try await dialect.session().listAll() }
    #expect(error?.kind == .protocolViolation && error?.scope == .directory)
    #expect(dialect.calls.load(ordering: .relaxed) < 10)
  }

  @Test("unsafe names are dropped, and make a listing incomplete")
  func names() async throws {
    let names = ["..", ".", "", "a/b", "/", "a\0b", "good"]
    let dialect = ScriptedDialect(listing: { _ throws(NFSFailure) in
      ListPart(entries: names.map { ListedEntry($0) })
    })
    let listing = try await dialect.session().listAll()
    #expect(listing.names == ["good"])
    #expect(listing.end == .incomplete([.invalidName]) && listing.notes.count == 4)
  }

  @Test("entries without attributes are looked up; what is gone or forbidden is said")
  func unknown() async throws {
    let dialect = ScriptedDialect(
      look: { names, _ throws(NFSFailure) in
        switch names {
        case ["film"]: return .file(9, size: 5)
        case ["gone"]: throw .status(2)
        case ["odd"]: throw .status(5)
        default: return .root
        }
      },
      listing: { _ throws(NFSFailure) in
        ListPart(entries: ["film", "gone", "odd"].map { ListedEntry($0, .unknown) })
      }
    )
    let listing = try await dialect.session().listAll()
    #expect(listing.names == ["film"] && listing["film"]?.size == 5)
    guard case .incomplete(let reasons) = listing.end else { throw NFSFailure.malformed }
    #expect(Set(reasons) == [.changedDuringListing, .entryUnreadable])
    #expect(listing.notes.map(\.name) == [PathComponent("odd")])
  }

  @Test("a stale root is looked up once more, and must be the same one")
  func staleRoot() async throws {
    let stale: ScriptedDialect.Look = { names, handle throws(NFSFailure) in
      guard handle == Node.rootAgain.handle else { throw .status(70) }
      return names.isEmpty ? .rootAgain : .file(9)
    }
    let moved = ScriptedDialect(root: { () throws(NFSFailure) in .rootAgain }, look: stale)
    #expect(try await moved.session().stat(.path("film")).size == 10)
    for failing in [
      ScriptedDialect(root: { () throws(NFSFailure) in .otherRoot }, look: stale),
      ScriptedDialect(root: { () throws(NFSFailure) in throw .status(70) }, look: stale),
      ScriptedDialect(root: { () throws(NFSFailure) in throw .mount(2) }, look: stale),
    ] {
      let error = await failure { try await failing.session().stat(.path("film")) }
      #expect(error?.kind == .sourceMissing && error?.scope == .root)
    }
  }

  @Test("nothing is not found while the root is not what it was")
  func vanishedRoot() async throws {
    let dialect = ScriptedDialect(
      root: { () throws(NFSFailure) in .otherRoot },
      look: { names, _ throws(NFSFailure) in
        guard names.isEmpty else { throw .status(2) }
        return .otherRoot
      }
    )
    let error = await failure { try await dialect.session().stat(.path("film")) }
    #expect(error?.kind == .sourceMissing)
  }

  @Test(
    "a directory that becomes stale in mid-listing is looked up once",
    arguments: [true, false]
  )
  func staleDirectory(_ isSame: Bool) async throws {
    let failures = Atomic(0)
    let looks = Atomic(0)
    let dialect = ScriptedDialect(
      look: { names, _ throws(NFSFailure) in
        guard names == ["a"], looks.add(1, ordering: .relaxed).newValue > 1 else { return .root }
        return isSame ? .rootAgain : .otherRoot
      },
      listing: { position throws(NFSFailure) in
        guard position != nil else {
          return ListPart(
            entries: [ListedEntry("one")],
            next: ListPosition(cookie: 1, verifier: 0)
          )
        }
        if failures.add(1, ordering: .relaxed).newValue == 1 { throw .status(70) }
        return ListPart(entries: [ListedEntry("two")])
      }
    )
    let session = dialect.session()
    if isSame {
      #expect(try await session.listAll(.path("a")).names == ["one", "two"])
    } else {
      let error = await failure { try await session.listAll(.path("a")) }
      #expect(error?.kind == .staleHandle && error?.retry == .temporary)
    }
  }

  @Test("a read that brings nothing, another file or another length ends")
  func reads() async throws {
    func reader(_ part: FilePart) async throws -> any SourceReader {
      let dialect = ScriptedDialect(
        look: { _, _ throws(NFSFailure) in .file(9) },
        reading: { _, _ throws(NFSFailure) in part }
      )
      return try await dialect.session().open(.path("film"))
    }
    let nothing = try await reader(FilePart(bytes: [], isEnd: false, facts: FileFacts()))
    #expect(await failure { try await nothing.read(at: 0, count: 5) }?.kind == .protocolViolation)
    let longer = try await reader(FilePart(bytes: [1], isEnd: true, facts: FileFacts(size: 11)))
    #expect(await failure { try await longer.read(at: 0, count: 5) }?.kind == .changedDuringRead)
    let short = try await reader(FilePart(bytes: [1], isEnd: true, facts: FileFacts()))
    #expect(try await short.read(at: 9, count: 5) == [1])
    #expect(await failure { try await short.read(at: -1, count: 5) }?.kind == .rangeNotSatisfiable)
  }
}
