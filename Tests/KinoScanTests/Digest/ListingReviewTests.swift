import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("A listing beside its digest")
struct ListingReviewTests {
  private let entries = [
    file("a.mkv", size: 1, at: 5, id: 1), file("a.srt", size: 2, at: 5, id: 2),
    folder("Season", id: 3), file("notes.txt", size: 9),
  ]

  @Test("an equal digest says that nothing differs, and the items are not asked for")
  func equal() {
    let review = review(entries.reversed())
    #expect(!review.asked)
    #expect(review.outcome.differences.isEmpty)
    #expect(review.outcome.counters.videos == 1)
    #expect(review.outcome.counters.sidecars == 1)
    #expect(review.outcome.counters.bytes == 3)
    #expect(review.outcome.subdirectories.count == 1)
  }

  @Test("a file rewritten in place and a touched sidecar are found", arguments: [0, 1])
  func rewritten(_ index: Int) {
    var listed = entries
    listed[index].modifiedAt = Timestamp(milliseconds: 7)
    let review = review(listed)
    #expect(review.asked)
    #expect(review.outcome.told.count == 1)
    #expect(review.outcome.differences.first?.change == .changed)
  }

  @Test("a file that is gone, or new, is found")
  func membership() {
    #expect(review(Array(entries.dropFirst())).outcome.told == ["absent video a.mkv"])
    let more = review(entries + [file("b.mkv", size: 1, at: 5, id: 9)])
    #expect(more.outcome.told == ["added video b.mkv"])
    #expect(review([]).outcome.isComplete)
  }

  @Test("an entry that another kind of comparison must see asks for the items")
  func doubtful() {
    #expect(review(entries + [file(".nomedia")]).asked)
    #expect(review(entries + [SourceEntry(name: .name("odd"), kind: .unknown)]).asked)
    var comparing = Comparing()
    comparing.suspicion = .replaced
    #expect(review(entries, comparing).asked)
    comparing.suspicion = nil
    comparing.end = .incomplete([.truncatedByServer])
    #expect(review(entries, comparing).asked)
    comparing.end = .complete
    comparing.notes = [EntryNote(name: .name("a.mkv"), error: SourceError(.permissionDenied))]
    #expect(review(entries, comparing).asked)
  }

  @Test("of a large directory not everything is kept")
  func large() {
    let many = (0..<6_000).map { file("\($0).mkv", size: 1, at: 5, id: UInt64($0 + 1)) }
    let review = review(many)
    #expect(review.asked)
    #expect(review.outcome.differences.isEmpty)
  }

  @Test("directories that differ are found without the items")
  func directories() {
    let review = review(entries + [folder("Extras", id: 8)])
    #expect(!review.asked)
    #expect(review.outcome.told == ["added directory Extras"])
  }

  @Test("only what is plain and whole is staged with its digest")
  func staged() {
    func listing(_ change: (inout Published, inout Comparing) -> Void) -> StagedListing? {
      var comparing = Comparing()
      var published = Published()
      published.item("a.mkv", size: 1, at: 5, id: 1)
      change(&published, &comparing)
      let listed = [file("a.mkv", size: 1, at: 5, id: 1), file("b.mkv", size: 1, at: 5, id: 2)]
      return comparing(published, with: listed).listing
    }
    #expect(listing { _, _ in }?.itemCount == 2)
    #expect(listing { _, comparing in comparing.suspicion = .replaced } == nil)
    #expect(listing { _, comparing in comparing.end = .incomplete([]) } == nil)
    #expect(
      listing { _, comparing in
        comparing.notes = [EntryNote(name: nil, error: SourceError(.permissionDenied))]
      } == nil
    )
    #expect(listing { published, _ in published.item("gone.mkv") } == nil)
    #expect(listing { published, _ in published.item("x.mkv", .excluded) } == nil)
    #expect(listing { published, _ in published.item("h.mkv", isHeld: true) } == nil)
    #expect(listing { published, _ in published.child("Gone") } == nil)
  }

  /// Publishes ``entries``, and reviews a listing with no more than their digest until it asks.
  private func review(
    _ listed: [SourceEntry],
    _ comparing: Comparing = Comparing()
  ) -> (outcome: DirectoryOutcome, asked: Bool) {
    var published = Published()
    let known = listed.count > 100 ? listed : entries
    for entry in known {
      let kind: ItemKind = entry.name.bytes.suffix(4) == Array(".srt".utf8) ? .sidecar : .video
      if entry.kind == .directory {
        published.child("Season", id: 3)
      } else if entry.name != .name("notes.txt") {
        published.item(
          entry.name.displayText,
          kind: kind,
          size: entry.size,
          at: entry.modifiedAt?.milliseconds,
          id: entry.stableID?.low
        )
      }
    }
    return comparing.review(published, with: listed)
  }
}
