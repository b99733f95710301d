import KinoCore
import Testing

@testable import KinoMetadata

@Suite("Whose sidecars are")
struct SidecarPlacementTests {
  /// A folder with videos, each of an entity of its number, and sidecars by kind and path.
  private func placed(
    _ videos: [(String, EntityKind)],
    _ sidecars: [(String, String)],
    series: LocalSeries? = nil,
    season: Int64? = nil
  ) -> [SidecarAssignment] {
    var folder = LocalFolder(id: DirectoryID(1), series: series, season: season)
    for (index, video) in videos.enumerated() {
      let entity = LocalEntity(id: Int64(index + 1), kind: video.1)
      folder.videos.append(
        LocalVideo(file: FileID(Int64(index + 1)), name: Array(video.0.utf8), entities: [entity])
      )
    }
    for (index, sidecar) in sidecars.enumerated() {
      guard let path = SourcePath("F/" + sidecar.1) else { continue }
      folder.sidecars.append(
        LocalSidecar(
          id: Int64(index),
          kind: sidecar.0,
          path: path,
          isBelow: sidecar.1.contains("/")
        )
      )
    }
    return SidecarPlacement(folder).assignments
  }

  @Test("the longest name of a video counts, in either case")
  func longest() {
    let placed = placed(
      [("Heat.mkv", .movie), ("Heat.Directors.Cut.mkv", .movie)],
      [
        ("subtitle", "heat.directors.cut.en.srt"), ("subtitle", "Heat.de.forced.srt"),
        ("subtitle", "Heatwave.en.srt"), ("nfo", "Heat.nfo"),
      ]
    )
    #expect(placed.map { $0.file?.rawValue } == [2, 1, nil, 1])
    #expect(placed.map(\.language) == ["en", "de", nil, nil])
    #expect(placed[1].tags == ["forced"])
  }

  @Test("in the folder of one film everything is the film's")
  func soleMovie() {
    let placed = placed(
      [("Heat (1995) 1080p.mkv", .movie)],
      [
        ("nfo", "movie.nfo"), ("nfo", "group.nfo"), ("artwork", "poster.jpg"),
        ("artwork", "fanart2.jpg"), ("subtitle", "Subs/2_English.srt"), ("artwork", "scan.jpg"),
        ("json", "package.json"),
      ]
    )
    #expect(placed.map { $0.file?.rawValue } == [1, 1, 1, 1, 1, nil, nil])
    #expect(placed[2].pictures == [SidecarAssignment.Place(1, .poster, score: 100)])
    #expect(placed[3].pictures.map(\.kind) == [.backdrop])
    #expect(placed[4].language == "en")
  }

  @Test("a series's folder has pictures of the series and of its seasons, and tvshow.nfo")
  func series() {
    let series = LocalSeries(id: 50, seasons: [0: 60, 1: 61], file: FileID(9))
    let placed = placed(
      [],
      [
        ("nfo", "tvshow.nfo"), ("artwork", "poster.jpg"), ("artwork", "season01-poster.jpg"),
        ("artwork", "season-specials-banner.jpg"), ("artwork", "season07-poster.jpg"),
        ("artwork", "season-all-poster.jpg"),
      ],
      series: series
    )
    #expect(placed[0].tags == ["series"])
    #expect(placed[0].file == FileID(9))
    #expect(placed.map { $0.pictures.first?.entity } == [nil, 50, 61, 60, nil, 50])
    #expect(placed[3].pictures.first?.kind == .banner)
  }

  @Test("pictures named like a video are posters of films and stills of episodes")
  func named() {
    let placed = placed(
      [("Heat.mkv", .movie), ("Lost S01E01.mkv", .episode)],
      [
        ("artwork", "Heat.jpg"), ("artwork", "Heat-fanart.jpg"), ("artwork", "Lost S01E01.jpg"),
        ("artwork", "Lost S01E01-thumb.jpg"), ("artwork", "Heat-cast.jpg"),
      ]
    )
    let kinds = placed.map { $0.pictures.first?.kind }
    #expect(kinds == [.poster, .backdrop, .thumb, .thumb, nil])
  }
}
