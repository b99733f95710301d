import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Comparing sub-directories with what is published")
struct DirectoryComparisonTests {
  private var compare = Comparing()

  @Test("a new directory is added and listed under the id reserved for it")
  func added() {
    var outcome = compare(nil, with: [folder("A"), file("x.mkv"), folder("B")])
    #expect(outcome.told == ["added directory A", "added video x.mkv", "added directory B"])
    #expect(outcome.missingIDs == 2)
    #expect(outcome.subdirectories.map(\.id) == [nil, nil])
    outcome.assignIDs(startingAt: 50)
    #expect(outcome.subdirectories.map(\.id) == [DirectoryID(50), DirectoryID(51)])
    #expect(outcome.differences.map(\.itemID) == [50, nil, 51])
    #expect(outcome.subdirectories.allSatisfy { !$0.isPublished })
    #expect(outcome.missingIDs == 0)
  }

  @Test("a missing directory that is there again keeps its id and is listed")
  func returned() {
    let published = Comparing.published { $0.child("A", id: 1, .missing) }
    let outcome = compare(published, with: [folder("A", id: 2)])
    #expect(outcome.told == ["returned directory A"])
    #expect(outcome.subdirectories.map(\.id) == [DirectoryID(10)])
    #expect(outcome.subdirectories.first?.isPublished == true)
    #expect(outcome.subdirectories.first?.suspicion == nil)
  }

  @Test("a directory that is there is preferred to missing ones of its name")
  func presentTwin() {
    let published = Comparing.published {
      $0.child("A", id: 1, .missing)
      $0.child("A", id: 2)
    }
    let outcome = compare(published, with: [folder("A", id: 2)])
    #expect(outcome.told == [])
    #expect(outcome.subdirectories.map(\.id) == [DirectoryID(11)])
  }

  @Test("of missing directories of one name the one with the same stable id returns, or the newest")
  func missingTwins() {
    let published = Comparing.published {
      $0.child("A", id: 1, .missing)
      $0.child("A", id: 2, .missing)
      $0.child("A", id: 3, .missing)
    }
    #expect(compare(published, with: [folder("A", id: 1)]).differences.map(\.itemID) == [10])
    #expect(compare(published, with: [folder("A", id: 9)]).differences.map(\.itemID) == [12])
  }

  @Test("a directory that is not listed is absent, with all below it")
  func absent() {
    let published = Comparing.published { $0.child("A", items: 2) }
    let outcome = compare(published, with: [file("x.doc")])
    #expect(outcome.told == ["absent directory A"])
    #expect(outcome.differences.first?.itemID == 10)
    #expect(outcome.differences.first?.expectedRevision == 3)
  }

  @Test("a missing directory that stays away stages nothing")
  func staysMissing() {
    let published = Comparing.published { $0.child("A", .missing) }
    #expect(compare(published, with: []).told == [])
  }

  @Test("another stable id is noted, and makes the directory suspect")
  func replaced() {
    let published = Comparing.published { $0.child("A", id: 1) }
    let outcome = compare(published, with: [folder("A", id: 2)])
    #expect(outcome.told == ["touched directory A"])
    #expect(outcome.subdirectories.first?.suspicion == .replaced)
  }

  @Test("a stable id that was not known is noted, and nothing is suspect")
  func learnsID() {
    let published = Comparing.published { $0.child("A") }
    let outcome = compare(published, with: [folder("A", id: 2)])
    #expect(outcome.told == ["touched directory A"])
    #expect(outcome.subdirectories.first?.suspicion == nil)
  }

  @Test("a mount that came or went makes the directory suspect", arguments: [true, false])
  func remounted(_ wasMounted: Bool) {
    let published = Comparing.published { $0.child("A", id: 1, isMount: wasMounted) }
    let outcome = compare(
      published,
      with: [folder("A", id: 1, flags: wasMounted ? [] : .mountBoundary)]
    )
    #expect(outcome.told == ["touched directory A"])
    #expect(outcome.subdirectories.first?.suspicion == .remounted)
  }

  @Test("a directory that a rule hides now is excluded and not listed")
  func excluded() {
    var compare = compare
    compare.settings.excludedPaths = [.path("Films/A")]
    let published = Comparing.published { $0.child("A") }
    let outcome = compare(published, with: [folder("A"), folder("@eaDir")])
    #expect(outcome.told == ["excluded directory A"])
    #expect(outcome.subdirectories.isEmpty)
  }

  @Test("an excluded directory that is accepted again is included and listed")
  func included() {
    let published = Comparing.published { $0.child("A", .excluded) }
    let outcome = compare(published, with: [folder("A")])
    #expect(outcome.told == ["included directory A"])
    #expect(outcome.subdirectories.map(\.id) == [DirectoryID(10)])
  }

  @Test("an excluded directory stays as it is while the rule holds, and is absent when it is gone")
  func staysExcluded() {
    let published = Comparing.published { $0.child(".hidden", .excluded) }
    #expect(compare(published, with: [folder(".hidden")]).told == [])
    #expect(compare(published, with: []).told == ["absent directory .hidden"])
  }

  @Test("a file in the place of a directory, and the reverse")
  func swapped() {
    let published = Comparing.published {
      $0.child("a.mkv")
      $0.item("b.mkv")
    }
    let outcome = compare(published, with: [file("a.mkv"), folder("b.mkv")])
    #expect(
      outcome.told == [
        "added video a.mkv", "added directory b.mkv", "absent directory a.mkv",
        "absent video b.mkv",
      ]
    )
  }

  @Test("links are neither followed nor kept")
  func links() {
    let outcome = compare(nil, with: [SourceEntry(name: .name("A"), kind: .symlink)])
    #expect(outcome.told == [])
    #expect(outcome.subdirectories.isEmpty)
  }

  @Test("the locator and the stable id go along to the listing of a directory")
  func locator() {
    var entry = folder("A", id: 5)
    entry.locator = [1, 2]
    let outcome = compare(nil, with: [entry])
    #expect(outcome.subdirectories.first?.locator == [1, 2])
    #expect(outcome.subdirectories.first?.stableID == StableID(low: 5))
  }
}
