/// A bar that a figure must not exceed.
struct Target: Sendable {
  let title: String
  let unit: FigureUnit
  /// The bar for fewer than a million files, and from there on; `nil` where there is none.
  let bar: Double?
  let barAtMillion: Double?
  let figure: @Sendable (TreeFigures) -> Double

  /// Speed is not judged on trees so small that starting the program is what is measured.
  static let leastFiles = 100_000
  /// How far a bar may be exceeded before the benchmark fails: machines drift.
  static let tolerance = 0.2

  init(
    _ title: String,
    _ unit: FigureUnit,
    bar: Double?,
    atMillion barAtMillion: Double?,
    figure: @escaping @Sendable (TreeFigures) -> Double
  ) {
    self.title = title
    self.unit = unit
    self.bar = bar
    self.barAtMillion = barAtMillion
    self.figure = figure
  }

  /// The targets for each tree.
  static let all = [
    Target("unchanged rescan: wall ÷ find", .times, bar: 1, atMillion: 1) { tree in
      tree.median { $0.unchanged.usage.wall / $0.limits.find.wall }
    },
    Target("rescan with two changes: wall ÷ find", .times, bar: 1, atMillion: 1) { tree in
      tree.median { $0.twoChanges.usage.wall / $0.limits.find.wall }
    },
    Target("unchanged rescan: written", .mebibytes, bar: 1, atMillion: 4) { tree in
      tree.median { $0.unchanged.usage.writtenMebibytes }
    },
    Target("rescan with two changes: written", .mebibytes, bar: 1, atMillion: 4) { tree in
      tree.median { $0.twoChanges.usage.writtenMebibytes }
    },
    Target("first scan: CPU ÷ (walk + SQLite)", .times, bar: 1.5, atMillion: 1.5) { tree in
      tree.median { $0.first.usage.cpu / ($0.limits.walk.cpu + $0.limits.sqliteFirst.cpu) }
    },
    // 20,000 videos in a second.
    Target("published → browsable: a video", .microseconds, bar: 50, atMillion: 50) { tree in
      tree.median(\.browsable.each)
    },
    Target("peak memory", .mebibytes, bar: 64, atMillion: 64) { tree in
      tree.rounds.map { max($0.first.usage.peakMebibytes, $0.twoChanges.usage.peakMebibytes) }
        .max() ?? 0
    },
    Target("longest hold of the writer", .seconds, bar: 0.5, atMillion: 5) { $0.longestHold },
  ]

  /// CPU of a first scan of a million files over that of a hundred thousand, at most.
  static let growth = 11.0
}

/// How a figure is written.
enum FigureUnit: String, Encodable {
  case times = "×"
  case mebibytes = "MiB"
  case seconds = "s"
  case microseconds = "µs"
}

/// A figure beside its bar.
struct Verdict: Encodable {
  let files: Int
  let title: String
  let value: Double
  let bar: Double
  let unit: FigureUnit

  /// Whether the bar is kept.
  var isMet: Bool { value <= bar }
  /// Whether the bar is exceeded by more than the tolerance.
  var isMissed: Bool { value > bar * (1 + Target.tolerance) }
}

extension Usage {
  /// Where writes are not counted, none can be too many.
  var writtenMebibytes: Double { Double(writtenBytes ?? 0) / 1_048_576 }
  var peakMebibytes: Double { Double(peakBytes) / 1_048_576 }
}

extension TreeFigures {
  /// The middle of what the rounds say.
  func median(_ figure: (Round) -> Double) -> Double {
    let sorted = rounds.map(figure).sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
