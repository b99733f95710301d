import KinoCore
import KinoStorage
import KinoTestSupport
import Testing

@Suite("Snapshot model")
struct SnapshotModelTests {
  @Test(
    "after any history published rows are what the tree holds, and are those of its files",
    arguments: 1...16
  )
  func randomHistory(_ seed: UInt64) async throws {
    let library = try await ScanLibrary()
    var history = History(seed: seed)
    for _ in 0..<12 {
      let before = try await library.identities(in: history.tree)
      history.step()
      let isRenaming = history.flip()
      let outcome = try await library.scan(history.tree) { $0.acceptsRenames = isRenaming }
      #expect(outcome.conflicts == 0)
      try await library.expect(history.tree, keeps: before)
      try await library.expectDigests()
    }
    let damage = try await library.value("SELECT count(*) FROM pragma_foreign_key_check")
    #expect(damage == 0)
    let counts = try await library.value(
      """
      SELECT count(*) FROM source_directory AS own
      WHERE availability <> 'missing' AND item_count <>
        (SELECT count(*) FROM media_file
          WHERE directory_id = own.id AND availability <> 'missing')
        + (SELECT count(*) FROM sidecar
          WHERE directory_id = own.id AND availability <> 'missing')
      """
    )
    #expect(counts == 0)
  }
}

/// A tree that changes at random, the same for the same seed.
private struct History {
  private(set) var tree = SourceTree()
  private let random: SeededRandom
  private var made = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func flip() -> Bool { random.next() & 1 == 0 }

  /// A handful of changes.
  mutating func step() {
    for _ in 0..<1 + pick(8) { change() }
  }

  private mutating func change() {
    switch pick(13) {
    case 0..<4: add()
    case 4: if let path = any(directory: false) { tree.remove(path) }
    case 5: if let path = any(directory: true) { tree.remove(path) }
    case 6: if let path = any(directory: false) { tree.rewrite(path) }
    case 7: if let path = any(directory: false) { relocate(path, suffix(of: path)) }
    case 8: if let path = any(directory: true) { relocate(path, "") }
    case 9: if let path = any(directory: false) { tree.replace(path) }
    case 10: rotate()
    default: exchange()
    }
  }

  /// Some files of a kind get each other's names, or are renumbered onto a new one, with another file
  /// in the place of the first at times.
  private mutating func rotate() {
    made += 1
    let suffix = flip() ? ".mkv" : ".srt"
    let files = tree.files.keys.filter { $0.hasSuffix(suffix) }.sorted()
    let count = min(files.count, 2 + pick(4))
    guard count > 1 else { return }
    let paths = Array(files.dropFirst(pick(files.count - count + 1)).prefix(count))
    let isCircle = flip()
    tree.shift(paths, lastTo: isCircle ? paths[0] : "r\(made)\(suffix)")
    if !isCircle, flip() { tree.add(paths[0]) }
  }

  private mutating func add() {
    made += 1
    let parent = any(directory: true).map { "\($0)/" } ?? ""
    let name = ["v\(pick(6)).mkv", "s\(pick(6)).srt", "n\(made)/f\(pick(3)).mkv"][pick(3)]
    guard tree.files[parent + name] == nil, !tree.directories.contains(parent + name) else {
      return
    }
    tree.add(parent + name)
  }

  private mutating func relocate(_ path: String, _ suffix: String) {
    made += 1
    let parent = any(directory: true).map { "\($0)/" } ?? ""
    let target = "\(parent)m\(made)\(suffix)"
    guard !target.hasPrefix(path + "/") else { return }
    tree.move(path, to: target)
  }

  private mutating func exchange() {
    let isDirectory = flip()
    guard let one = any(directory: isDirectory), let other = any(directory: isDirectory),
      one != other, !one.hasPrefix(other + "/"), !other.hasPrefix(one + "/"),
      isDirectory || suffix(of: one) == suffix(of: other)
    else { return }
    tree.exchange(one, other)
  }

  private func suffix(of path: String) -> String { String(path.suffix(4)) }

  private func any(directory: Bool) -> String? {
    let paths = directory ? tree.directories.subtracting([""]).sorted() : tree.files.keys.sorted()
    return paths.isEmpty ? nil : paths[pick(paths.count)]
  }

  private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
}
