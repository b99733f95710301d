import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Suspect directories")
struct SuspectDirectoryTests {
  private var compare = Comparing()

  private func published(items: Int, children: Int = 0, below: Int64 = 0) -> Published {
    Comparing.published {
      for number in 0..<items { $0.item("\(number).mkv") }
      for number in 0..<children { $0.child("\(number)", items: below) }
    }
  }

  @Test("ten files that list as none are held back")
  func emptied() {
    let outcome = compare(published(items: 10), with: [])
    #expect(outcome.suspicion == .emptied)
    #expect(outcome.differences.count == 10)
    #expect(outcome.differences.allSatisfy { $0.change == .absent && $0.hold == .suspect })
  }

  @Test("nine files that list as none are not suspect")
  func fewFiles() {
    let outcome = compare(published(items: 9), with: [])
    #expect(outcome.suspicion == nil)
    #expect(outcome.differences.allSatisfy { $0.hold == nil })
  }

  @Test("files one level down count: an empty mount point is suspect")
  func emptiedBelow() {
    let outcome = compare(published(items: 0, children: 5, below: 2), with: [])
    #expect(outcome.suspicion == .emptied)
    #expect(outcome.told.count == 5)
    #expect(outcome.differences.allSatisfy { $0.hold == .suspect })
  }

  @Test("junk that systems leave behind does not make a directory less empty")
  func junk() {
    let outcome = compare(published(items: 10), with: [file(".DS_Store"), folder("lost+found")])
    #expect(outcome.suspicion == .emptied)
  }

  @Test("one file left shows that the directory is the same")
  func oneLeft() {
    let outcome = compare(published(items: 30), with: [file("0.mkv")])
    #expect(outcome.suspicion == nil)
    #expect(outcome.differences.count == 29)
  }

  @Test("an empty listing that is incomplete says nothing")
  func incomplete() {
    var compare = compare
    compare.end = .incomplete([.changedDuringListing])
    let outcome = compare(published(items: 10), with: [])
    #expect(outcome.suspicion == nil)
    #expect(outcome.told == [])
  }

  @Test(
    "a mark from the parent's listing holds every removal",
    arguments: [Suspicion.replaced, .remounted]
  )
  func marked(_ mark: Suspicion) {
    var compare = compare
    compare.suspicion = mark
    let outcome = compare(published(items: 2), with: [file("0.mkv"), file("new.mkv")])
    #expect(outcome.suspicion == mark)
    #expect(outcome.told == ["added video new.mkv", "absent video 1.mkv"])
    #expect(outcome.differences.map(\.hold) == [nil, .suspect])
  }
}
