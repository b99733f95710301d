import Foundation
import KinoSQL
import KinoTestTools

/// A tree, the library before a scan of it, and what the library must be after it.
struct PreparedScenario: Sendable {
  let scenario: KillScenario
  let reach: Reach
  let workspace: Workspace
  let tree: FolderTree
  /// The library's folder before the scan; never changed.
  let before: String
  let contentsBefore: LibraryContents
  let snapshotBefore: LibrarySnapshot
  let snapshotAfter: LibrarySnapshot
  /// After one scan more, which is the same but for the directories of confirmed removals: a scan
  /// lets them go.
  let snapshotLater: LibrarySnapshot
  /// The work that is queued after the scan.
  let queueAfter: [String]
  let userState: [String]
  let timing: ScanTiming

  init(
    _ scenario: KillScenario,
    films: Range<Int> = 1..<61,
    in workspace: Workspace = Workspace(),
    by reach: Reach = .local
  ) throws {
    self.scenario = scenario
    self.reach = reach
    self.workspace = workspace
    tree = try FolderTree(at: workspace.file("tree"))
    before = try workspace.makeFolder("before")
    try scenario.fill(tree, films: films)
    let first = try Self.makeLibrary(scenario, tree, before, workspace, reach)
    try scenario.change(tree)
    contentsBefore = first.contents
    userState = first.userState
    snapshotBefore = LibrarySnapshot(contentsBefore, before: contentsBefore)

    let after = workspace.file("after")
    try workspace.copyFolder(before, to: after)
    let scan = try reach.command(tree, after, workspace).run(scenario.options + reach.options)
    try require(scan.exit == scenario.exit, "the whole scan: \(scan.exit)\n\(scan.text)")
    guard let report = scan.report, let second = try DatabaseCopy.inspect(after, in: workspace)
    else { throw Violation("the whole scan left nothing: \(scan.text)") }
    snapshotAfter = LibrarySnapshot(second.contents, before: contentsBefore)
    queueAfter = second.queue
    timing = ScanTiming(scan.wall, report.seconds)
    if scenario == .confirmedRemovals {
      try reach.command(tree, after, workspace).run()
      let third = try DatabaseCopy.inspect(after, in: workspace)?.contents ?? .empty
      snapshotLater = LibrarySnapshot(third, before: contentsBefore)
    } else {
      snapshotLater = snapshotAfter
    }
    try check(second)
  }

  /// The command over a copy of the library.
  func command(_ database: String) -> ScanLocal { reach.command(tree, database, workspace) }

  /// Whether this is what the scenario's scan leaves, or a scan after it.
  func isAfter(_ snapshot: LibrarySnapshot) -> Bool {
    snapshot == snapshotAfter || snapshot == snapshotLater
  }

  /// Starts the scan of the scenario over a copy of the library.
  func start(_ database: String) throws -> RunningScan {
    try command(database).start(scenario.options + reach.options)
  }

  /// What must hold of the scan that nobody killed, or there is nothing to compare with.
  private func check(_ after: Inspection) throws {
    try require(snapshotAfter != snapshotBefore, "the scan changes nothing")
    if scenario != .creation {
      try require(after.userState == userState, "the whole scan changes the user's rows")
      try require(userState.count > 10, "there are no rows of the user's")
    }
    let onDisk = try tree.mediaPaths()
    let published = Set(after.contents.present.keys.filter { !$0.hasPrefix("elsewhere") })
    if scenario == .heldRemovals {
      try require(published.isSuperset(of: onDisk), "files on the disk are not published")
    } else {
      let other = published.symmetricDifference(onDisk)
      try require(other.isEmpty, "published and on the disk differ: \(other.sorted().prefix(5))")
    }
  }

  /// Makes the library before the scan, with rows that are the user's own.
  private static func makeLibrary(
    _ scenario: KillScenario,
    _ tree: FolderTree,
    _ folder: String,
    _ workspace: Workspace,
    _ reach: Reach
  ) throws -> (contents: LibraryContents, userState: [String]) {
    var root = tree
    if scenario == .creation { return (LibraryContents.empty, []) }
    if scenario == .first {
      root = try FolderTree(at: workspace.file("elsewhere"))
      for number in 1..<30 {
        let name = "elsewhere \(number).mkv"
        try root.write(name, size: 100 + number, content: 1, modified: 1_600_000_000)
      }
    }
    let scan = try reach.command(root, folder, workspace).run()
    try require(scan.exit == .code(0), "the scan before: \(scan.exit)\n\(scan.text)")
    try scenario.prepare(tree)
    if scenario == .confirmedRemovals {
      let held = try reach.command(root, folder, workspace).run()
      try require(held.exit == .code(4), "the scan that holds: \(held.exit)\n\(held.text)")
    }
    do {
      let connection = try Connection(.file("\(folder)/library.sqlite"))
      try UserState.add(to: connection)
    }
    guard let inspection = try DatabaseCopy.inspect(folder, in: workspace) else {
      throw Violation("the scan before left no database")
    }
    return (inspection.contents, inspection.userState)
  }
}

/// How scans get to a tree: by its path, or by a server.
struct Reach: Sendable {
  /// What scans, and its first arguments; empty for `scan-local`.
  var tool: [String] = []
  /// Options that each scan has whose outcome is compared.
  var options: [String] = []
  /// Whether a scan that ends leaves what follows it to the next one.
  var leavesWork: Bool { options.contains("--scan-only") }
  /// How the tool names a tree.
  var place: @Sendable (FolderTree) -> String = { $0.path }

  /// By its path.
  static let local = Reach()

  /// A command that scans a tree into a library.
  func command(_ tree: FolderTree, _ database: String, _ workspace: Workspace) -> ScanLocal {
    ScanLocal(
      root: place(tree),
      database: database,
      log: workspace.file("scan"),
      tool: tool
    )
  }
}

/// How long the parts of a scan take when nobody kills it.
struct ScanTiming: Sendable {
  private let parts: [Duration]

  init(_ wall: Duration, _ seconds: ScanOutput.Seconds) {
    let named = [seconds.enumerate, seconds.process, seconds.finalize].map { Duration.seconds($0) }
    let total = Duration.seconds(seconds.total)
    let after = max(.zero, total - named.reduce(.zero, +))
    // Most of what is outside of the scan is the start; what the command does after it counts, too.
    let outside = max(.zero, wall - total)
    parts = [outside * 0.75] + named + [after, outside * 0.25]
  }

  /// The whole time.
  var wall: Duration { parts.reduce(.zero, +) }

  /// A moment in a part drawn at random, so that the short parts are hit as often as the long ones;
  /// one time in four a moment anywhere.
  func moment(using generator: inout SeededGenerator) -> Duration {
    let slack = Duration.milliseconds(3)
    guard Int.random(in: 0..<4, using: &generator) > 0 else {
      return (wall + slack) * Double.random(in: 0...1, using: &generator)
    }
    let part = Int.random(in: 0..<parts.count, using: &generator)
    let start = parts[..<part].reduce(.zero, +)
    return start + (parts[part] + slack) * Double.random(in: 0...1, using: &generator)
  }

  /// A moment in the traversal.
  func momentOfTraversal(using generator: inout SeededGenerator) -> Duration {
    parts[0] + parts[1] * Double.random(in: 0.1...0.9, using: &generator)
  }
}
