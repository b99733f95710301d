import KinoNaming
import Testing

@Suite("Discs")
struct DiscTests {
  @Test(
    "a file in the tree of a disc is named like the folder that holds the tree",
    arguments: [
      "Movies/Fern Hill (1999)/BDMV/STREAM/00001.m2ts", "Fern Hill (1999)/BDMV/index.bdmv",
      "Fern Hill (1999)/VIDEO_TS/VTS_01_1.VOB", "Fern Hill (1999)/VIDEO_TS.IFO",
      "Fern Hill (1999)/VTS_02_0.BUP", "Fern Hill (1999)/video_ts", "Fern Hill (1999).iso",
    ]
  )
  func name(_ path: String) {
    #expect(reading(path) == "movie | Fern Hill | 1999")
  }

  @Test("all files of a tree are one thing")
  func tree() {
    let groups = VideoGroup.grouping(
      "Fern Hill (1999)/BDMV/index.bdmv",
      "Fern Hill (1999)/BDMV/STREAM/00001.m2ts",
      "Fern Hill (1999)/BDMV/STREAM/00002.m2ts",
      "Mill Pond (2001)/VIDEO_TS/VIDEO_TS.IFO",
      "Mill Pond (2001)/VIDEO_TS/VTS_01_1.VOB",
      "Salt (2004)/VTS_01_1.VOB",
      "Salt (2004)/VTS_01_0.IFO"
    )
    #expect(groups.map { $0.versions.map(\.files) } == [[[0, 1, 2]], [[3, 4]], [[5, 6]]])
    #expect(groups.map { $0.versions[0].disc } == [.bluray, .dvd, .dvd])
  }

  @Test("an image is one thing, and a version beside a file and a tree")
  func versions() {
    let groups = VideoGroup.grouping(
      "Fern Hill (1999)/Fern Hill (1999).mkv",
      "Fern Hill (1999)/Fern Hill (1999) - Disc.iso",
      "Fern Hill (1999)/BDMV/STREAM/00001.m2ts"
    )
    #expect(groups.count == 1)
    #expect(groups[0].versions.map(\.files) == [[0], [2], [1]])
    #expect(groups[0].versions.map(\.disc) == [nil, .bluray, .image])
  }

  @Test("two discs of a movie are a stack; those of a season are not")
  func stack() {
    let groups = VideoGroup.grouping(
      "Fern Hill (1999)/Disc 2/VIDEO_TS/VTS_01_1.VOB",
      "Fern Hill (1999)/Disc 1/VIDEO_TS/VTS_01_1.VOB",
      "Stone Bridge/Season 1/Disc 1/BDMV/STREAM/00001.m2ts",
      "Stone Bridge/Season 1/Disc 2/BDMV/STREAM/00001.m2ts"
    )
    #expect(groups.map { $0.versions.map(\.files) } == [[[1, 0]], [[2]], [[3]]])
  }

  @Test("a disc among extras is an extra")
  func extra() {
    let groups = VideoGroup.grouping(
      "Fern Hill (1999)/Fern Hill (1999).mkv",
      "Fern Hill (1999)/Extras/Making Of/VIDEO_TS/VTS_01_1.VOB",
      "Fern Hill (1999)/Extras/Making Of/VIDEO_TS/VTS_01_2.VOB"
    )
    #expect(groups.map(\.isExtra) == [false, true])
    #expect(groups.map { $0.versions.map(\.files) } == [[[0]], [[1, 2]]])
  }
}

extension VideoGroup {
  fileprivate static func grouping(_ paths: String...) -> [VideoGroup] {
    grouping(paths.map { Array($0.utf8) })
  }
}
