import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Comparing files with what is published")
struct ItemComparisonTests {
  private var compare = Comparing()

  @Test("an unchanged directory stages nothing and counts what it saw")
  func unchanged() {
    let published = Comparing.published {
      $0.item("a.mkv", size: 5)
      $0.item("a.srt", kind: .sidecar, size: 2)
      $0.child("Extras", id: 4)
    }
    let outcome = compare(
      published,
      with: [
        folder("Extras", id: 4), file("a.srt", size: 2), file("a.mkv", size: 5), file("x.doc"),
      ]
    )
    #expect(outcome.told == [])
    #expect(outcome.counters.entries == 4)
    #expect(outcome.counters.videos == 1)
    #expect(outcome.counters.sidecars == 1)
    #expect(outcome.counters.bytes == 7)
    #expect(outcome.counters.directories == 1)
    #expect(outcome.subdirectories.map(\.id) == [DirectoryID(10)])
    #expect(outcome.suspicion == nil)
  }

  @Test("a file that is not published is added, with its kind")
  func added() throws {
    let outcome = compare(nil, with: [file("a.iso", size: 9)])
    #expect(outcome.told == ["added video a.iso"])
    let difference = try #require(outcome.differences.first)
    #expect(difference.detail == "disc")
    #expect(difference.itemID == nil)
    #expect(difference.directory == DirectoryID(1))
  }

  @Test(
    "what differs decides between changed, touched and nothing",
    arguments: [
      ("size", file("a.mkv", size: 6, id: 1), "changed"),
      ("time", file("a.mkv", size: 5, at: 2_000_001, id: 1), "changed"),
      ("stable id", file("a.mkv", size: 5, id: 2), "touched"),
      ("unknown size", file("a.mkv", size: nil, id: 1), nil),
      ("unknown time", file("a.mkv", size: 5, at: nil, id: 1), nil),
      ("unknown id", file("a.mkv", size: 5), nil),
      ("etag beside a time", file("a.mkv", size: 5, id: 1, etag: "new"), nil),
    ] as [(String, SourceEntry, String?)]
  )
  func facts(_ name: String, _ entry: SourceEntry, _ change: String?) {
    let published = Comparing.published { $0.item("a.mkv", size: 5, id: 1, etag: "old") }
    let outcome = compare(published, with: [entry])
    #expect(outcome.differences.map { $0.change.rawValue } == (change.map { [$0] } ?? []))
    #expect(outcome.differences.allSatisfy { $0.itemID == 100 && $0.expectedRevision == 7 })
  }

  @Test("a time within the source's precision is the same", arguments: [1_999, -1_999])
  func withinPrecision(_ shift: Int64) {
    var compare = compare
    compare.capabilities.modificationPrecision = 2_000
    let published = Comparing.published { $0.item("a.mkv") }
    #expect(compare(published, with: [file("a.mkv", at: 1_000_000 + shift)]).told == [])
  }

  @Test("a time beyond the source's precision is a change", arguments: [2_000, -2_000])
  func beyondPrecision(_ shift: Int64) {
    var compare = compare
    compare.capabilities.modificationPrecision = 2_000
    let published = Comparing.published { $0.item("a.mkv") }
    let outcome = compare(published, with: [file("a.mkv", at: 1_000_000 + shift)])
    #expect(outcome.told == ["changed video a.mkv"])
  }

  @Test("times at both ends of the calendar do not overflow")
  func extremeTimes() {
    let published = Comparing.published { $0.item("a.mkv", at: .min) }
    #expect(compare(published, with: [file("a.mkv", at: .max)]).told == ["changed video a.mkv"])
  }

  @Test("an etag counts where the source gives no time")
  func etagWithoutTimes() {
    var compare = compare
    compare.capabilities.modificationPrecision = nil
    let published = Comparing.published { $0.item("a.mkv", at: nil, etag: "old") }
    let outcome = compare(published, with: [file("a.mkv", at: nil, etag: "new")])
    #expect(outcome.told == ["changed video a.mkv"])
    #expect(compare(published, with: [file("a.mkv", at: nil, etag: "old")]).told == [])
  }

  @Test("stable ids that the source does not declare mean nothing")
  func undeclaredIDs() {
    var compare = compare
    compare.capabilities.stableID = .none
    let published = Comparing.published { $0.item("a.mkv", id: 1) }
    #expect(compare(published, with: [file("a.mkv", id: 2)]).told == [])
  }

  @Test("what was unknown is learnt without a change of content")
  func learns() {
    let published = Comparing.published { $0.item("a.mkv", size: nil, at: nil) }
    #expect(compare(published, with: [file("a.mkv")]).told == ["touched video a.mkv"])
  }

  @Test("a complete listing makes what it lacks absent")
  func absent() throws {
    let published = Comparing.published {
      $0.item("a.mkv")
      $0.item("b.srt", kind: .sidecar)
    }
    let outcome = compare(published, with: [file("a.mkv")])
    #expect(outcome.told == ["absent sidecar b.srt"])
    #expect(outcome.differences.first?.hold == nil)
    #expect(outcome.differences.first?.itemID == 101)
  }

  // TX-4
  @Test("an incomplete listing makes nothing absent, and still adds and changes")
  func incomplete() {
    var compare = compare
    compare.end = .incomplete([.truncatedByServer])
    let published = Comparing.published {
      $0.item("a.mkv")
      $0.item("b.mkv")
      $0.child("Gone")
    }
    let outcome = compare(published, with: [file("a.mkv", size: 2), file("c.mkv")])
    #expect(outcome.told == ["changed video a.mkv", "added video c.mkv"])
    #expect(!outcome.isComplete)
  }

  @Test("an entry that cannot be stat'ed keeps what is published for it")
  func unreadableEntry() {
    var compare = compare
    compare.end = .incomplete([.entryUnreadable])
    compare.notes = [
      EntryNote(name: .name("a.mkv"), error: SourceError(.unavailable, scope: .entry))
    ]
    let published = Comparing.published { $0.item("a.mkv") }
    #expect(compare(published, with: []).told == [])
  }

  @Test("an entry of unknown kind keeps what is published for it")
  func unknownKind() {
    let published = Comparing.published {
      $0.item("a.mkv")
      $0.child("b", items: 3)
    }
    let outcome = compare(
      published,
      with: [
        SourceEntry(name: .name("a.mkv"), kind: .unknown),
        SourceEntry(name: .name("b"), kind: .unknown),
      ]
    )
    #expect(outcome.told == [])
    #expect(outcome.subdirectories.isEmpty)
  }

  @Test("a held file that is seen again returns")
  func heldReturns() {
    let published = Comparing.published { $0.item("a.mkv", isHeld: true) }
    #expect(compare(published, with: [file("a.mkv")]).told == ["returned video a.mkv"])
  }

  @Test("a held file that is seen with new content is changed")
  func heldChanges() {
    let published = Comparing.published { $0.item("a.mkv", isHeld: true) }
    #expect(compare(published, with: [file("a.mkv", size: 2)]).told == ["changed video a.mkv"])
  }

  @Test("a held file that is still absent is staged again")
  func heldStaysAway() {
    let published = Comparing.published { $0.item("a.mkv", isHeld: true) }
    #expect(compare(published, with: [file("b.doc")]).told == ["absent video a.mkv"])
  }

  @Test("a file that a rule hides now is excluded, never absent")
  func excluded() {
    var compare = compare
    compare.settings.excludedPaths = [.path("Films/a.mkv")]
    let published = Comparing.published { $0.item("a.mkv") }
    #expect(compare(published, with: [file("a.mkv")]).told == ["excluded video a.mkv"])
  }

  @Test("a file whose extension no longer counts is excluded, never absent")
  func lostExtension() {
    let published = Comparing.published { $0.item("a.doc") }
    #expect(compare(published, with: [file("a.doc")]).told == ["excluded video a.doc"])
  }

  @Test("an excluded file stays as it is while the rule holds")
  func staysExcluded() {
    var compare = compare
    compare.settings.excludedPaths = [.path("Films/a.mkv")]
    let published = Comparing.published { $0.item("a.mkv", .excluded) }
    #expect(compare(published, with: [file("a.mkv")]).told == [])
  }

  @Test("an excluded file that is accepted again is included with its facts")
  func included() {
    let published = Comparing.published { $0.item("a.mkv", .excluded) }
    let outcome = compare(published, with: [file("a.mkv", size: 77)])
    #expect(outcome.told == ["included video a.mkv"])
    #expect(outcome.differences.first?.entry.size == 77)
    #expect(outcome.differences.first?.detail == "video")
  }

  @Test("an excluded file that is gone is absent")
  func excludedGone() {
    let published = Comparing.published { $0.item("a.mkv", .excluded) }
    #expect(compare(published, with: [file("b.doc")]).told == ["absent video a.mkv"])
  }

  @Test("a file that is of another kind now leaves its row excluded and gets a new one")
  func otherKind() {
    let published = Comparing.published { $0.item("a.mkv", kind: .sidecar) }
    let first = compare(published, with: [file("a.mkv")])
    #expect(first.told == ["excluded sidecar a.mkv", "added video a.mkv"])
    let twins = Comparing.published {
      $0.item("a.mkv", kind: .sidecar, .excluded)
      $0.item("a.mkv", kind: .video)
    }
    #expect(compare(twins, with: [file("a.mkv")]).told == [])
  }

  @Test("a link in the place of a file makes the file absent")
  func link() {
    let published = Comparing.published { $0.item("a.mkv") }
    let outcome = compare(published, with: [SourceEntry(name: .name("a.mkv"), kind: .symlink)])
    #expect(outcome.told == ["absent video a.mkv"])
  }

  @Test("names that differ only in bytes are different files")
  func twins() {
    var compare = compare
    compare.comparison = .insensitive
    let published = Comparing.published { $0.item("film.mkv", size: 5, id: 1) }
    let outcome = compare(
      published,
      with: [file("film.mkv", size: 5, id: 1), file("FILM.mkv", size: 6, id: 2)]
    )
    #expect(outcome.told == ["added video FILM.mkv"])
    #expect(outcome.differences.first?.compareKey == Array("film.mkv".utf8))
  }

  @Test("a rename of case alone is one absent and one added file with one key")
  func caseRename() {
    var compare = compare
    compare.comparison = .insensitive
    let published = Comparing.published { $0.item("film.mkv", id: 1) }
    let outcome = compare(published, with: [file("Film.mkv", id: 1)])
    #expect(outcome.told == ["added video Film.mkv", "absent video film.mkv"])
    #expect(outcome.differences.first?.compareKey == Array("film.mkv".utf8))
  }

  @Test("names are found in directories of any size", arguments: [1, 8, 9, 64, 65, 2_000])
  func sizes(_ count: Int) {
    let names = (0..<count).map { "Show.S01E\($0).mkv" }
    let published = Comparing.published { for name in names { $0.item(name) } }
    let listed = names.reversed().map { file($0) }
    #expect(compare(published, with: listed, pageSize: 7).told == [])
    let outcome = compare(published, with: Array(listed.dropLast()), pageSize: 7)
    #expect(outcome.told == ["absent video Show.S01E0.mkv"])
  }

  @Test("what the listing does not tell stays as published in what is staged")
  func forgetsNothing() {
    let published = Comparing.published { $0.item("a.mkv", size: 5, at: 77, id: 1) }
    let entry = compare(published, with: [file("a.mkv", size: nil, at: nil, id: 2)]).differences
      .first?.entry
    #expect(entry?.size == 5)
    #expect(entry?.modifiedAt == Timestamp(milliseconds: 77))
    #expect(entry?.stableID == StableID(low: 2))
  }

  @Test("nothing but the stable id stays of content that changed")
  func forgetsOldContent() {
    let published = Comparing.published { $0.item("a.mkv", size: 5, at: 77, id: 1) }
    let entry = compare(published, with: [file("a.mkv", size: 6, at: nil)]).differences.first?.entry
    #expect(entry?.size == 6)
    #expect(entry?.modifiedAt == nil)
    #expect(entry?.stableID == StableID(low: 1))
  }

  @Test("a time that agrees at the source's precision is staged as it is published")
  func agreedTime() {
    var compare = compare
    compare.capabilities.modificationPrecision = 2_000
    let published = Comparing.published { $0.item("a.mkv", at: 1_000_000, isHeld: true) }
    let outcome = compare(published, with: [file("a.mkv", at: 1_001_000)])
    #expect(outcome.told == ["returned video a.mkv"])
    #expect(outcome.differences.first?.entry.modifiedAt == Timestamp(milliseconds: 1_000_000))
  }
}
