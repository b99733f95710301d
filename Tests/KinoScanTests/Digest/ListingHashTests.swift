import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("The digest of a listing")
struct ListingHashTests {
  @Test("it is the same in every process and for ever, for it is stored")
  func golden() {
    let entries = [
      file("Alien.mkv", size: 700, at: 1_000, id: 5),
      file("Alien.Director's.Cut.1979.2160p.REMUX.en.forced.srt", size: 3, at: -1, id: 6),
    ]
    // Worked out by another program, of a filter whose identity is one byte.
    let facts = ListingFacts(
      FactRules(MemorySource.defaultCapabilities),
      filter: [1],
      policy: .exact
    )
    var hash = ListingHash(facts)
    #expect(
      hash.digest
        == ListingDigest(high: 10_312_346_753_070_019_072, low: 11_534_229_995_518_567_282)
    )
    for entry in entries { hash.add(entry, .video) }
    #expect(
      hash.digest
        == ListingDigest(high: 5_276_363_790_618_758_345, low: 8_414_126_465_960_947_755)
    )
  }

  @Test("the order of the listing does not matter")
  func order() {
    let entries = (0..<50).map { file("\($0).mkv", size: $0, at: 5, id: UInt64($0)) }
    #expect(digest(entries) == digest(entries.reversed()))
    #expect(digest(entries) == digest(Array(entries[20...] + entries[..<20])))
  }

  @Test("every fact that the comparison looks at shows")
  func facts() {
    var seen: Set<ListingDigest> = []
    let all = [
      file("a.mkv", size: 1, at: 2, id: 3), file("b.mkv", size: 1, at: 2, id: 3),
      file("a.mkv", size: 9, at: 2, id: 3), file("a.mkv", size: 1, at: 9, id: 3),
      file("a.mkv", size: 1, at: 2, id: 9), file("a.mkv", size: nil, at: 2, id: 3),
      file("a.mkv", size: 0, at: 2, id: 3), file("a.mkv", size: 1, at: nil, id: 3),
      file("a.mkv", size: 1, at: 0, id: 3), file("a.mkv", size: 1, at: 2, id: nil),
      file("a.mkv", size: 1, at: 2, id: 0), file("a.mkv", size: 1, at: nil, id: 3, etag: "x"),
      file("a.mkv", size: 1, at: nil, id: 3, etag: "y"),
      file("a.mkv", size: 1, at: nil, id: 3, etag: ""),
      file("aa.mkv", size: 1, at: 2, id: 3), file("a.mkvv", size: 1, at: 2, id: 3),
    ]
    for entry in all { seen.insert(digest([entry])) }
    seen.insert(digest([all[0]], kind: .sidecar))
    seen.insert(digest([]))
    seen.insert(digest([all[0], all[0]]))
    #expect(seen.count == all.count + 3)
  }

  @Test("names of every length differ in every byte")
  func names() {
    var seen: Set<ListingDigest> = []
    var count = 0
    for length in 1...40 {
      for place in 0..<length {
        var name = [UInt8](repeating: 0x61, count: length)
        name[place] = 0x62
        let entry = SourceEntry(name: PathComponent(trusted: name), kind: .file)
        seen.insert(digest([entry]))
        count += 1
      }
    }
    #expect(seen.count == count)
  }

  @Test("facts exchanged between two files show")
  func exchange() {
    func pair(_ one: (Int64, Int64, UInt64), _ other: (Int64, Int64, UInt64)) -> ListingDigest {
      digest([
        file("a.mkv", size: one.0, at: one.1, id: one.2),
        file("b.mkv", size: other.0, at: other.1, id: other.2),
      ])
    }
    let plain = pair((1, 2, 3), (4, 5, 6))
    #expect(plain != pair((4, 2, 3), (1, 5, 6)))
    #expect(plain != pair((1, 5, 3), (4, 2, 6)))
    #expect(plain != pair((1, 2, 6), (4, 5, 3)))
    #expect(plain != pair((4, 5, 6), (1, 2, 3)))
    #expect(pair((1, 2, 3), (1, 2, 3)) != pair((2, 1, 3), (2, 1, 3)))
  }

  @Test("what the source does not mean does not count")
  func meaningless() {
    var compare = Comparing()
    compare.capabilities.stableID = .none
    let timed = file("a.mkv", size: 1, at: 2, id: 3)
    #expect(
      digest([timed], compare) == digest([file("a.mkv", size: 1, at: 2, id: 4)], compare)
    )
    compare.capabilities.modificationPrecision = nil
    #expect(digest([timed], compare) == digest([file("a.mkv", size: 1, at: 9)], compare))
    let tagged = file("a.mkv", size: 1, at: 2, etag: "x")
    #expect(digest([timed], compare) != digest([tagged], compare))
    #expect(digest([timed]) == digest([file("a.mkv", size: 1, at: 2, id: 3, etag: "x")]))
  }

  @Test("another filter, comparison or capability has other digests")
  func salt() {
    var seen: Set<ListingDigest> = []
    var comparing = Comparing()
    func note() { seen.insert(digest([file("a.mkv", size: 1, at: 2, id: 3)], comparing)) }
    note()
    comparing.settings.includesHidden.toggle()
    note()
    comparing.settings.excludedPaths = [.path("Other")]
    note()
    comparing.capabilities.modificationPrecision = 2_000
    note()
    comparing.capabilities.stableID = .none
    note()
    comparing.comparison = .insensitive
    note()
    #expect(seen.count == 6)
  }

  private func digest(
    _ entries: [SourceEntry],
    _ comparing: Comparing = Comparing(),
    kind: ItemKind = .video
  ) -> ListingDigest {
    var hash = ListingHash(comparing.rules.listingFacts)
    for entry in entries { hash.add(entry, kind) }
    return hash.digest
  }
}
