import KinoCore
import KinoTestTools
import Kinothek
import Synchronization
import Testing

@Suite("A tree that does not stand still")
struct ChurnTests {
  @Test("what nobody touches is never missing, and at the end library and disk agree")
  func churn() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.addFilms(1..<120)
    try await library.scanExpectingSuccess()
    let untouched = try library.contents().present
    let isOver = Mutex(false)
    async let churning: Void = onThread {
      var generator = SeededGenerator(seed: Tier.seed)
      var churn = try Churn(tree)
      while !isOver.withLock({ $0 }) { try churn.step(&generator) }
    }
    for _ in 0..<(Tier.isLong ? 60 : 6) {
      let report = await library.scan()
      #expect(report.state == .completed, "\(String(describing: report.failure))")
      let present = try library.contents().present
      for (path, item) in untouched { #expect(present[path] == item, "KINO_SEED=\(Tier.seed)") }
    }
    isOver.withLock { $0 = true }
    try await churning
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 0)
    let now = try library.contents()
    #expect(Set(now.present.keys) == (try tree.mediaPaths()), "KINO_SEED=\(Tier.seed)")
    #expect(now.held.isEmpty)
  }
}

/// Creates, rewrites, renames and removes films and folders beside those that nobody touches, few
/// enough to leave the brake alone.
private struct Churn {
  private let tree: FolderTree
  private var folders: [String] = []
  private var files: [String] = []
  private var count = 0

  init(_ tree: FolderTree) throws {
    self.tree = tree
    try tree.makeDirectory("Churn")
  }

  mutating func step(_ generator: inout SeededGenerator) throws {
    count += 1
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: try create(&generator)
    case 2:
      guard let file = files.randomElement(using: &generator) else { return }
      try tree.write(file, size: 100 + count, content: UInt64(count), modified: 1_600_000_000)
    case 3:
      guard let index = files.indices.randomElement(using: &generator) else { return }
      try tree.remove(files.remove(at: index))
    case 4:
      guard let index = files.indices.randomElement(using: &generator) else { return }
      let name = "Churn/moved \(count).mkv"
      try tree.move(files[index], to: name)
      files[index] = name
    default: try renameFolder(&generator)
    }
  }

  private mutating func create(_ generator: inout SeededGenerator) throws {
    guard files.count < 20 else { return }
    let isNew = folders.count < 4
    let folder = isNew ? "Churn/\(count)" : folders.randomElement(using: &generator) ?? "Churn"
    let name = "\(folder)/film \(count).mkv"
    try tree.write(name, size: 50 + count, content: UInt64(count), modified: 1_500_000_000 + count)
    if isNew { folders.append(folder) }
    files.append(name)
  }

  /// No folder gets the name that another one had: that would be a directory replaced by another.
  private mutating func renameFolder(_ generator: inout SeededGenerator) throws {
    guard let index = folders.indices.randomElement(using: &generator) else { return }
    let (old, new) = (folders[index], "Churn/renamed \(count)")
    try tree.move(old, to: new)
    folders[index] = new
    files = files.map { file in
      file.hasPrefix("\(old)/") ? new + file.dropFirst(old.count) : file
    }
  }
}
