import KinoCore

/// Which directories of a walk are listed before their turn comes, and what is kept of them.
///
/// Those that come next may always be listed, as many as there are calls at a time; others only
/// while little is kept. So the walk is never held up by what it keeps of places far ahead.
struct DirectoriesAhead {
  /// The most directories that are kept of places far ahead, for each call at a time.
  private static let directoriesPerCall = 16
  /// The most entries that are kept before no more of them are begun.
  private static let entryLimit = 50_000

  /// How many are listed at the same time.
  let atOnce: Int
  /// Those that are being listed.
  var running: [Int: WalkedDirectory] = [:]
  private var lastID = 0
  /// The directories from the root to the one whose content is told.
  private var way: [WalkedDirectory] = []
  private var keptDirectories = 0
  private var keptEntries = 0

  /// Creates one that knows of no directory.
  init(atOnce: Int) {
    self.atOnce = atOnce
  }

  /// The directory whose content is told.
  var current: WalkedDirectory? { way.last }

  /// Goes down into a directory, which is told now.
  mutating func enter(_ directory: WalkedDirectory) { way.append(directory) }

  /// Goes up again: all that lies in the directory was told.
  mutating func leave() { way.removeLast() }

  /// Goes down into the first directory of another one, and keeps nothing of it any more.
  mutating func tell(_ directory: WalkedDirectory, in parent: WalkedDirectory) {
    keptDirectories -= 1
    keptEntries -= directory.listing?.entryCount ?? 0
    directory.listing = nil
    parent.removeFirst()
    enter(directory)
  }

  /// Chooses the directory to list next: of those that nobody lists the one whose turn comes first.
  ///
  /// - Returns: That; `nil` if there is none, or it comes too late to be kept.
  func next() -> WalkedDirectory? {
    var passed = 0
    for directory in way.reversed() {
      guard let parent = Self.parentOfNext(in: directory, &passed) else { continue }
      let isNear = passed < atOnce
      let hasRoom = keptDirectories < atOnce * Self.directoriesPerCall
      guard isNear || (hasRoom && keptEntries < Self.entryLimit) else { return nil }
      return parent.beginNext()
    }
    return nil
  }

  /// Looks for the first directory in the order of the walk that holds one that nobody lists yet.
  ///
  /// - Parameters:
  ///   - directory: Where to look.
  ///   - passed: Counts the directories whose turn comes before.
  /// - Returns: That directory; `nil` if there is none.
  private static func parentOfNext(
    in directory: WalkedDirectory,
    _ passed: inout Int
  ) -> WalkedDirectory? {
    for next in directory.begun {
      passed += 1
      // What lies in one that is being listed is not known yet.
      if next.listing != nil, let parent = parentOfNext(in: next, &passed) { return parent }
    }
    return directory.pending.isEmpty ? nil : directory
  }

  /// Notes that a directory is being listed, and gives it a number.
  mutating func begin(_ directory: WalkedDirectory) -> Int {
    lastID += 1
    running[lastID] = directory
    return lastID
  }

  /// Keeps what was listed until its turn comes.
  mutating func keep(_ listing: ListingAhead, of directory: WalkedDirectory, isRecursive: Bool) {
    directory.listing = listing
    keptDirectories += 1
    keptEntries += listing.entryCount
    guard isRecursive else { return }
    for page in listing.pages { directory.find(in: page) }
  }
}
