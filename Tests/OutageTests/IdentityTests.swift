import KinoCore
import KinoSQL
import KinoTestSupport
import KinoTestTools
import Kinothek
import Synchronization
import Testing

@Suite("Files that take each other's names")
struct IdentityTests {
  @Test("two films that exchange their names are the same two films")
  func swap() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let (first, second) = ("Films/Film 1/Film 1.mkv", "Films/Film 2/Film 2.mkv")
    library.memory.exchange(.path(first), .path(second))
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 2)
    #expect(report.added + report.changed + report.missing == 0)
    let now = try library.contents()
    #expect(now.uid(first) == before.uid(second))
    #expect(now.uid(second) == before.uid(first))
  }

  @Test("films that exchange their names across the edge of what is scanned are told, too")
  func acrossScopes() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let (inside, outside) = ("Series/Show/S1/E1.mkv", "Films/Film 1/Film 1.mkv")
    library.memory.exchange(.path(inside), .path(outside))
    try await library.scanExpectingSuccess(only: [.path("Series")])
    #expect(try library.contents().uid(inside) == before.uid(outside))
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.uid(inside) == before.uid(outside))
    #expect(now.uid(outside) == before.uid(inside))
    #expect(now.missing.isEmpty)
  }

  @Test("a source whose ids do not survive a rename has films changed in place")
  func withoutIDs() async throws {
    let library = try await OutageLibrary.scanned()
    library.memory.capabilities.stableID = .init(
      scope: .source,
      survivesRename: false,
      reusedAfterDelete: nil
    )
    let before = try library.contents()
    let (first, second) = ("Films/Film 1/Film 1.mkv", "Films/Film 2/Film 2.mkv")
    library.memory.exchange(.path(first), .path(second))
    let report = try await library.scanExpectingSuccess()
    #expect(report.changed == 2)
    #expect(try library.contents().uid(first) == before.uid(first))
  }

  @Test("a film moved while a scan lists stays the same film, and nothing of a user is lost (DL-6)")
  func movedMeanwhile() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFile("Moving.mkv", index: 9_999)
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    let isMoved = Mutex(false)
    let memory = library.memory
    memory.onCall { call in
      // The root was listed, and the film in it; this directory was not.
      guard call == SourceCall(.list, .path("Films/Film 7")) else { return }
      let isFirst = isMoved.withLock { old in
        defer { old = true }
        return !old
      }
      guard isFirst else { return }
      memory.move(.path("Moving.mkv"), to: .path("Films/Film 7/Moved.mkv"))
    }
    #expect(try await library.scanExpectingSuccess().added == 1)
    memory.onCall(nil)
    let twins = try library.contents()
    #expect(twins.uid("Moving.mkv") == before.uid("Moving.mkv"))
    #expect(twins.uid("Films/Film 7/Moved.mkv") != nil)
    try UserState.add(to: Connection(.file(library.workspace.file("library/library.sqlite"))))
    let state = try library.userState()
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 1)
    #expect(report.missing + report.added == 0)
    let now = try library.contents()
    #expect(now.uid("Films/Film 7/Moved.mkv") == before.uid("Moving.mkv"))
    #expect(now.uid("Moving.mkv") == nil)
    #expect(try library.userState() == state)
    let quiet = try await library.scanExpectingSuccess()
    #expect(quiet.moved + quiet.added + quiet.changed + quiet.missing == 0)
  }

  @Test("episodes renumbered, seasons exchanged, a film put in the place of another: on a disk")
  func onDisk() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.addFilms(1..<4)
    try tree.addShows(1..<3)
    try await library.scanExpectingSuccess()
    let before = try FileIdentities(of: tree, in: library.contents())
    for episode in (1...8).reversed() {
      try tree.move(FolderTree.episode(1, 1, episode), to: FolderTree.episode(1, 1, episode + 1))
    }
    try tree.swap(FolderTree.season(2, 1), FolderTree.season(2, 2))
    let film = FolderTree.film(2)
    try tree.move("\(film)/Film 2.mkv", to: "\(film)/Film 2.old.mkv")
    try tree.write("\(film)/Film 2.mkv", size: 77_777, content: 9, modified: 1_600_000_000)
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 8 + 16 + 1)
    #expect(report.added == 1)
    #expect(report.changed + report.missing + report.held == 0)
    try FileIdentities(of: tree, in: library.contents()).expectKept(from: before)
    let quiet = try await library.scanExpectingSuccess()
    #expect(quiet.added + quiet.changed + quiet.moved + quiet.missing == 0)
  }

  @Test("whatever files and folders do with their names, rows follow the files")
  func randomEdits() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    var generator = SeededGenerator(seed: Tier.seed)
    var edits = try NameEdits(tree)
    for _ in 0..<(Tier.isLong ? 150 : 12) {
      try await library.scanExpectingSuccess()
      let before = try FileIdentities(of: tree, in: library.contents())
      for _ in 0..<Int.random(in: 1...6, using: &generator) { try edits.step(&generator) }
      try await library.scanExpectingSuccess()
      let contents = try library.contents()
      let now = try FileIdentities(of: tree, in: contents)
      now.expectKept(from: before, "KINO_SEED=\(Tier.seed): \(edits.log.suffix(6))")
      let paths = try tree.mediaPaths()
      let surplus = Set(contents.present.keys).subtracting(paths)
      #expect(paths.isSubset(of: contents.present.keys), "KINO_SEED=\(Tier.seed)")
      #expect(surplus.isSubset(of: contents.held), "KINO_SEED=\(Tier.seed)")
    }
  }
}

extension MemorySource {
  /// Exchanges the names of two files.
  fileprivate func exchange(_ one: SourcePath, _ other: SourcePath) {
    move(one, to: .path("aside"))
    move(other, to: one)
    move(.path("aside"), to: other)
  }
}

extension OutageLibrary {
  fileprivate func userState() throws -> [String] {
    let rows = try DatabaseCopy.read(workspace.file("library"), in: workspace) {
      connection throws(SQLiteError) in
      try UserState.rows(of: connection)
    }
    return try #require(rows)
  }
}

/// Which row each video of a folder has, by what tells files apart.
private struct FileIdentities {
  struct File: Hashable {
    var inode: UInt64
    var size: Int64?
    var modifiedAt: Int64?
  }

  private var uids: [File: String] = [:]
  private var paths: [File: String] = [:]

  init(of tree: FolderTree, in contents: LibraryContents) throws {
    for path in try tree.mediaPaths() {
      guard let item = contents.present[path], let uid = item.uid else { continue }
      let inode = try tree.inode(path)
      let file = File(inode: inode, size: item.size, modifiedAt: item.modifiedAt)
      uids[file] = uid
      paths[file] = path
    }
  }

  /// Expects that every file that was there before has the row it had.
  func expectKept(
    from before: FileIdentities,
    _ comment: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (file, uid) in before.uids {
      guard let now = uids[file] else { continue }
      let (old, new) = (before.paths[file] ?? "", paths[file] ?? "")
      #expect(now == uid, "\(old) is \(new); \(comment)", sourceLocation: sourceLocation)
    }
  }
}

/// Films in a few folders that take each other's names in every way.
private struct NameEdits {
  private let tree: FolderTree
  private var folders: [String]
  private var files: [String] = []
  private var count = 0
  private(set) var log: [String] = []

  init(_ tree: FolderTree) throws {
    self.tree = tree
    folders = ["A", "B", "C", "C/D"]
    for folder in folders {
      for number in 1...6 { try add("\(folder)/E\(number).mkv") }
    }
  }

  mutating func step(_ generator: inout SeededGenerator) throws {
    let chosen = files.shuffled(using: &generator)
    let folder = folders.randomElement(using: &generator) ?? "A"
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1:
      note("exchange \(chosen.prefix(2))")
      try tree.swap(chosen[0], chosen[1])
    case 2: try rotate(Array(chosen.prefix(Int.random(in: 3...5, using: &generator))))
    case 3, 4: try renumber(folder, hasNewFirst: Bool.random(using: &generator))
    case 5: try exchangeFolders(&generator)
    case 6: try replace(chosen[0])
    case 7: try overwrite(chosen[0], by: chosen[1])
    case 8: try put(chosen[0], aside: "\(folder)/aside \(count).mkv")
    default: try add("\(folder)/new \(count).mkv")
    }
  }

  private mutating func note(_ edit: String) { log.append(edit) }

  private mutating func add(_ name: String) throws {
    try write(name)
    files.append(name)
  }

  /// Every file is of its own size and time, so that an inode that is given again says nothing.
  private mutating func write(_ name: String) throws {
    count += 1
    note("write \(name)")
    let modified = 1_500_000_000 + count
    try tree.write(name, size: 1_000 + count, content: UInt64(count), modified: modified)
  }

  private mutating func rotate(_ names: [String]) throws {
    note("rotate \(names)")
    try tree.move(names[names.count - 1], to: "aside.part")
    for (name, next) in zip(names, names.dropFirst()).reversed() { try tree.move(name, to: next) }
    try tree.move("aside.part", to: names[0])
  }

  private mutating func renumber(_ folder: String, hasNewFirst: Bool) throws {
    let names = files.filter { file in
      file.hasPrefix("\(folder)/") && !file.dropFirst(folder.count + 1).contains("/")
    }
    guard let first = names.first else { return }
    count += 1
    let last = "\(folder)/last \(count).mkv"
    note("renumber \(names)")
    for (name, next) in zip(names, names.dropFirst() + [last]).reversed() {
      try tree.move(name, to: next)
    }
    files.append(last)
    files.removeAll { $0 == first }
    if hasNewFirst { try add(first) }
  }

  private mutating func exchangeFolders(_ generator: inout SeededGenerator) throws {
    let chosen = ["A", "B", "C"].shuffled(using: &generator)
    note("exchange folders \(chosen[0]), \(chosen[1])")
    try tree.swap(chosen[0], chosen[1])
    let (one, other) = (chosen[0], chosen[1])
    func renamed(_ name: String) -> String {
      for (old, new) in [(one, other), (other, one)]
      where name == old || name.hasPrefix("\(old)/") {
        return new + name.dropFirst(old.count)
      }
      return name
    }
    files = files.map(renamed)
    folders = folders.map(renamed)
  }

  /// As programs do that write beside and rename.
  private mutating func replace(_ name: String) throws {
    try write("writing.part")
    try tree.move("writing.part", to: name)
    note("that is \(name)")
  }

  private mutating func overwrite(_ name: String, by other: String) throws {
    guard files.count > 20 else { return }
    note("move \(other) over \(name)")
    try tree.move(other, to: name)
    files.removeAll { $0 == other }
  }

  private mutating func put(_ name: String, aside: String) throws {
    note("put \(name) aside as \(aside)")
    try tree.move(name, to: aside)
    files.append(aside)
    try write(name)
  }
}
