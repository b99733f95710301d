import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Directory markers")
struct MarkerTests {
  private var compare = Comparing()
  private let published = Comparing.published {
    $0.item("a.mkv")
    $0.item("gone.mkv")
    $0.item("out.mkv", .excluded)
    $0.child("Sub")
  }
  private func listing(_ marker: String) -> [SourceEntry] {
    [
      file("a.mkv", size: 9), file("new.mkv"), folder("Sub"), folder("New"), file("out.mkv"),
      file(marker),
    ]
  }

  @Test("a marker leaves out everything that is there", arguments: [".nomedia", ".ignore"])
  func excludes(_ marker: String) {
    let outcome = compare(published, with: listing(marker), pageSize: 2)
    #expect(
      outcome.told == ["excluded directory Sub", "excluded video a.mkv", "absent video gone.mkv"]
    )
    #expect(outcome.subdirectories.isEmpty)
    #expect(outcome.missingIDs == 0)
    #expect(outcome.marker == DirectoryMarker(rawValue: marker))
    #expect(outcome.counters.videos == 0)
    #expect(outcome.counters.bytes == 0)
  }

  @Test("a marker in an incomplete listing makes nothing absent")
  func incomplete() {
    var compare = compare
    compare.end = .incomplete([.changedDuringListing])
    let outcome = compare(published, with: listing(".nomedia"))
    #expect(outcome.told == ["excluded directory Sub", "excluded video a.mkv"])
  }

  @Test("a marker means nothing where the settings say so")
  func notHonoured() {
    var compare = compare
    compare.settings.honorsMarkers = false
    let outcome = compare(published, with: listing(".nomedia"))
    #expect(outcome.marker == nil)
    #expect(outcome.subdirectories.count == 2)
  }

  @Test("a directory of a marker's name is no marker")
  func directory() {
    #expect(compare(published, with: [folder(".nomedia")]).marker == nil)
  }

  @Test("what a marker left out is included when the marker is gone")
  func removed() {
    let published = Comparing.published {
      $0.item("a.mkv", .excluded)
      $0.child("Sub", .excluded)
    }
    let outcome = compare(published, with: [file("a.mkv"), folder("Sub")])
    #expect(outcome.told == ["included video a.mkv", "included directory Sub"])
  }
}
