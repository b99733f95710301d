import KinoNaming
import Testing

@Suite("Groups of videos")
struct VideoGroupTests {
  @Test("parts with numbers at the end are one stack, in their order")
  func stack() {
    let groups = grouping("Fern Hill (1999) cd2.avi", "Fern Hill (1999) cd1.avi")
    #expect(groups == ["[[1, 0]]"])
  }

  @Test("parts counted by letters and by figures do not mix")
  func mixedParts() {
    let groups = grouping("Fern Hill part1.avi", "Fern Hill part2.avi", "Fern Hill parta.avi")
    #expect(groups == ["[[0, 1]]", "[[2]]"])
  }

  @Test("movies of a series in one folder stay apart")
  func sequels() {
    let groups = grouping("Fern/Fern Hill 1.mkv", "Fern/Fern Hill 2.mkv")
    #expect(groups == ["[[0]]", "[[1]]"])
  }

  @Test("movies that are named like their folder are versions, the plain name first")
  func versions() {
    let groups = grouping(
      "Fern Hill (1999)/Fern Hill (1999) - 1080p.mkv",
      "Fern Hill (1999)/Fern Hill (1999) [Uncut].mkv",
      "Fern Hill (1999)/Fern Hill (1999).mkv"
    )
    #expect(groups == ["[[2], [0], [1]]"])
  }

  @Test("movies of different years in one folder stay apart")
  func remakes() {
    let groups = grouping("Fern/Fern - Old (1950).mkv", "Fern/Fern - New (2001).mkv")
    #expect(groups == ["[[0]]", "[[1]]"])
  }

  @Test("files of one episode are its versions, a stack among them")
  func episodes() {
    let groups = grouping(
      "Stone Bridge/Season 1/Stone Bridge - S01E01 - 1080p cd1.mkv",
      "Stone Bridge/Season 1/Stone Bridge - S01E01 - 1080p cd2.mkv",
      "Stone Bridge/Season 1/Stone Bridge - S01E01 - 720p.mkv",
      "Stone Bridge/Season 1/Stone Bridge - S01E02.mkv"
    )
    #expect(groups == ["[[0, 1], [2]]", "[[3]]"])
  }

  @Test("extras are apart, and files beside videos are left out")
  func extras() {
    let groups = grouping(
      "Fern Hill/Fern Hill.mkv",
      "Fern Hill/Fern Hill-trailer.mkv",
      "Fern Hill/a.nfo"
    )
    #expect(groups == ["[[0]]", "extra [[1]]"])
  }
}

private func grouping(_ paths: String...) -> [String] {
  VideoGroup.grouping(paths.map { Array($0.utf8) }).map { group in
    (group.isExtra ? "extra " : "") + "\(group.versions.map(\.files))"
  }
}
