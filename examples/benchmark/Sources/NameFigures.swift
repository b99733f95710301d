import KinoNaming

/// How long it takes to read the name of a video.
struct NameFigures: Encodable {
  /// Microseconds for one name: the median of several runs through all.
  let each: Double

  /// Microseconds that a name may take: 200,000 in a second.
  private static let bar = 5.0
  private static let runs = 15

  init() {
    printError("Names of videos")
    let names = Self.patterns.flatMap { pattern in
      (1...200).map { Array("Series \($0)/Season 1/\(pattern(1 + $0 % 20))".utf8) }
    }
    let parser = NameParser()
    var times: [Duration] = []
    for _ in 0..<Self.runs {
      times.append(
        ContinuousClock().measure { for name in names { _ = parser.parse(name) } }
      )
    }
    each = times.sorted()[times.count / 2] / .microseconds(1) / Double(names.count)
  }

  var verdict: Verdict {
    Verdict(
      files: Self.patterns.count * 200,
      title: "reading a name",
      value: each,
      bar: Self.bar,
      unit: .microseconds
    )
  }

  private static let patterns: [@Sendable (Int) -> String] = [
    { "Some.Series.S01E\($0).The.Name.1080p.WEB-DL.DDP5.1.H.264-GROUP.mkv" },
    { "Some Series - 1x\($0) - The Name [720p HDTV x264].mkv" },
    { "[Group] Some Series - \($0) [1080p][ABCD1234].mkv" },
    { "Some Movie of the Year (20\($0 + 9)) 2160p UHD BluRay x265.mkv" },
  ]
}
