import KinoConformance
import KinoCore
import KinoTestSupport
import Testing

@Suite("Listings that lack what must be in them")
struct LackingListingTests {
  private func outcome(
    of number: Promise.ID,
    with alteration: Alteration
  ) async throws -> PromiseOutcome {
    let promise = try #require(Promise.all.first { $0.id == number })
    let fixture = MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: alteration)
    }
    return await promise.outcome(with: fixture, options: .quick)
  }

  @Test(
    "a promise about entries is broken when none is listed",
    arguments: [
      34, 35, 36, 37, 38, 39, 40, 41, 42, 44, 45, 47, 48, 49, 50, 51, 52, 58, 62, 97, 98, 99,
    ]
  )
  func nothing(_ promise: Promise.ID) async throws {
    let empty = Alteration.pages { _, _, page in
      DirectoryPage(entries: [], end: page.end)
    }
    let outcome = try await outcome(of: promise, with: empty)
    #expect(outcome.word == "failed", "\(outcome)")
  }

  @Test("a listing that is empty only while a server keeps attributes back is found out")
  func withheld() async throws {
    let outcome = try await outcome(of: 62, with: listing(without: .withholdAttributes))
    #expect(outcome.reason?.contains("film.mkv is not listed") == true, "\(outcome)")
  }

  @Test("a directory that its server can not read must not look empty")
  func locked() async throws {
    let outcome = try await outcome(of: 37, with: listing(without: .lock(.path("locked"))))
    #expect(outcome.word == "failed" && outcome.reason?.contains("is called empty") == true)
  }

  @Test("nor may it look gone")
  func gone() async throws {
    let alteration = Alteration {
      $0.list = { request, server, sound throws(SourceError) in
        guard server.has(.lock(request.path)) else { return try await sound() }
        throw SourceError(.notFound, path: request.path)
      }
    }
    #expect(try await outcome(of: 37, with: alteration).word == "failed")
  }

  @Test("a server that reads what nobody may read is not found out")
  func administrator() async throws {
    let alteration = Alteration {
      $0.list = { request, server, sound throws(SourceError) in
        guard server.has(.lock(request.path)) else { return try await sound() }
        return FilmLister()
      }
    }
    let outcome = try await outcome(of: 37, with: alteration)
    #expect(outcome.word == "skipped" && outcome.reason?.contains("administrators") == true)
  }

  @Test("a long answer with one wrong byte is found out")
  func wrongByte() async throws {
    let alteration = Alteration.reads { reading throws(SourceError) in
      var bytes = try await reading.sound()
      if bytes.count > 70_000 { bytes[60_000] ^= 1 }
      return bytes
    }
    let outcome = try await outcome(of: 67, with: alteration)
    #expect(outcome.reason?.contains("wrong from the byte 60000 on") == true, "\(outcome)")
  }

  @Test("a size that is too small, and a time that is beyond all, break the promise and no more")
  func extremes() async throws {
    let far = Alteration.entries { entry in
      var entry = entry
      entry.size = entry.size.map { _ in 5 }
      entry.modifiedAt = entry.modifiedAt.map { _ in Timestamp(milliseconds: .min) }
      return entry
    }
    for promise in [62, 63, 69] {
      let outcome = try await outcome(of: promise, with: far)
      #expect(outcome.word == "failed", "\(promise): \(outcome)")
    }
  }

  /// Lists nothing while a fault is in force.
  private func listing(without fault: Fault) -> Alteration {
    Alteration {
      $0.list = { request, server, sound throws(SourceError) in
        if case .lock(let path) = fault, path != request.path { return try await sound() }
        return server.has(fault) ? EmptyLister() : try await sound()
      }
    }
  }
}

private final class FilmLister: DirectoryLister {
  func next() async throws(SourceError) -> DirectoryPage {
    DirectoryPage(entries: [SourceEntry(name: .name("film.mkv"), kind: .file)], end: .complete)
  }
}
