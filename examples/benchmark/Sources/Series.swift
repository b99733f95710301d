import Foundation

/// One round of everything, so that what is compared was measured close together.
struct Round: Encodable {
  let limits: Limits
  /// Into a new library, until it is published.
  let first: Scan
  /// From there to what can be browsed.
  let browsable: BrowsableFigures
  /// Nothing has changed.
  let unchanged: Scan
  /// A video was rewritten in place, and a sidecar touched.
  let twoChanges: Scan
}

/// What was measured with one tree.
struct TreeFigures: Encodable {
  let files: Int
  let rounds: [Round]
  /// Seconds for which one transaction held the write lock, at most.
  let longestHold: Double
}

/// The measurements of one tree.
struct Series {
  let tree: SampleTree
  let workspace: Workspace
  let subject: ScanLocal

  /// Takes the rounds, interleaved.
  ///
  /// The tree is walked once before, so that all of them are warm.
  func measure(rounds count: Int) throws -> TreeFigures {
    _ = try Child(arguments: ["find", tree.root, "-printf", "%s"]).run()
    let videos = tree.paths(withExtension: "mkv", count: count)
    let sidecars = tree.paths(withExtension: "srt", count: count)
    guard videos.count == count, sidecars.count == count else {
      throw BenchmarkError("\(tree.root) has too few files for \(count) rounds")
    }
    var rounds: [Round] = []
    for (video, sidecar) in zip(videos, sidecars) {
      printError("\(tree.files) files: round \(rounds.count + 1) of \(count)")
      rounds.append(try round(rewriting: video, touching: sidecar))
    }
    let hold = try subject.longestHold(
      of: tree.root,
      into: try workspace.emptyFolder("library"),
      after: try smallTree()
    )
    return TreeFigures(files: tree.files, rounds: rounds, longestHold: hold)
  }

  private func round(rewriting video: String, touching sidecar: String) throws -> Round {
    let limits = try Limits(of: tree.root, in: workspace)
    let library = try workspace.emptyFolder("library")
    let first = try subject.firstScan(of: tree.root, into: library)
    let browsable = try BrowsableFigures(of: library, in: workspace)
    // Does the work that is left.
    _ = try subject.rescan(of: tree.root, into: library)
    let unchanged = try subject.rescan(of: tree.root, into: library)
    try tree.rewrite(video)
    try tree.touch(sidecar)
    let twoChanges = try subject.rescan(of: tree.root, into: library)
    return Round(
      limits: limits,
      first: first,
      browsable: browsable,
      unchanged: unchanged,
      twoChanges: twoChanges
    )
  }

  private func smallTree() throws -> String {
    let folder = try workspace.emptyFolder("small")
    try Data("video".utf8).write(to: URL(fileURLWithPath: folder + "/Small (2001).mkv"))
    return folder
  }
}
