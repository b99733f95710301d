import KinoTestTools

/// What a scan that is killed was about to do.
enum KillScenario: String, CaseIterable, Sendable {
  /// There is not even a database.
  case creation
  /// The library holds another source only.
  case first
  /// Files were rewritten, touched, added and removed in directories that stayed.
  case changes
  /// Files and directories were renamed, moved and swapped.
  case moves
  /// Files and directories went, fewer than the brake minds.
  case removals
  /// So much went that the brake holds it.
  case heldRemovals
  /// What the brake holds is confirmed in the same command.
  case confirmedRemovals
  /// Directories appeared, with directories in them.
  case subtrees
  /// All of it at once.
  case everything

  /// How the scan ends that nobody kills.
  var exit: ChildExit { self == .heldRemovals ? .code(4) : .code(0) }

  /// The command's options beside those that every scan has.
  var options: [String] { self == .confirmedRemovals ? ["--confirm-removals"] : [] }

  /// Fills the tree as the library knew it.
  func fill(_ tree: FolderTree, films: Range<Int>) throws {
    try tree.addFilms(films)
    try tree.addShows(1..<9)
  }

  /// What a scan before finds gone, so that the library holds it.
  func prepare(_ tree: FolderTree) throws {
    if self == .confirmedRemovals { try tree.remove("Series") }
  }

  /// Makes of that tree what the scan finds.
  func change(_ tree: FolderTree) throws {
    switch self {
    case .creation, .first, .confirmedRemovals: break
    case .changes: try changeFiles(tree)
    case .moves: try move(tree)
    case .removals: try remove(tree)
    case .heldRemovals:
      try tree.remove("Series")
      try changeFiles(tree)
    case .subtrees: try addSubtrees(tree)
    case .everything:
      try changeFiles(tree)
      try move(tree)
      try remove(tree)
      try addSubtrees(tree)
    }
  }

  private func changeFiles(_ tree: FolderTree) throws {
    for number in stride(from: 2, to: 40, by: 4) {
      let base = "\(FolderTree.film(number))/Film \(number)"
      try tree.write("\(base).mkv", size: 90_000, content: 5, modified: 1_700_000_000 + number)
      try tree.touch("\(base).nfo", modified: 1_700_000_100)
      try tree.remove("\(base).en.srt")
      let subtitle = "\(base).de.srt"
      try tree.write(subtitle, size: 999, content: UInt64(number), modified: 1_700_000_200)
    }
  }

  private func move(_ tree: FolderTree) throws {
    for number in 41..<47 {
      try tree.move(FolderTree.film(number), to: "Films/Renamed \(number)")
    }
    try tree.move(FolderTree.film(47), to: "Archive/Old/Film 47")
    try tree.move("Series/Show 1", to: "Series/Another title")
    try tree.swap(FolderTree.film(48), FolderTree.film(49))
    try tree.swap(FolderTree.episode(2, 1, 1), FolderTree.episode(2, 1, 2))
    for number in 1...4 {
      try tree.move(FolderTree.episode(3, 1, number), to: "Series/Show 3/\(number).mkv")
    }
  }

  private func remove(_ tree: FolderTree) throws {
    for number in 51..<54 { try tree.remove(FolderTree.film(number)) }
    for number in 1...3 { try tree.remove(FolderTree.episode(8, 2, number)) }
    try tree.remove("Series/Show 8/tvshow.nfo")
  }

  private func addSubtrees(_ tree: FolderTree) throws {
    try tree.addFilms(100..<120)
    try tree.addShows(20..<23)
    try tree.write("New/a/b/c/d/deep.mkv", size: 77_000, content: 77, modified: 1_700_000_300)
  }
}
