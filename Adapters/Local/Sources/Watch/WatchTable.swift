import KinoCore

/// Which directory each watch of the kernel's stands for.
///
/// About 130 bytes and the name for each directory, beside the kilobyte that the kernel takes for the
/// watch and the inode that it keeps.
struct WatchTable {
  /// A name in a watched directory.
  struct Place: Hashable {
    var parent: Int32
    var name: [UInt8]
  }

  private var places: [Int32: Place] = [:]
  private let root: Int32

  /// The root's own watch.
  var rootWatch: Int32 { root }

  /// Creates a table of the root alone.
  init(root: Int32) { self.root = root }

  /// How many directories are watched.
  var count: Int { places.count + 1 }

  func isRoot(_ watch: Int32) -> Bool { watch == root }

  func contains(_ watch: Int32) -> Bool { watch == root || places[watch] != nil }

  func place(of watch: Int32) -> Place? { places[watch] }

  /// Notes where a directory lies, also when it lay elsewhere before.
  mutating func set(_ watch: Int32, at place: Place) { places[watch] = place }

  mutating func remove(_ watch: Int32) { places[watch] = nil }

  /// Where a directory is; `nil` for a watch that is not, or no longer, known.
  func path(of watch: Int32) -> SourcePath? {
    var names: [PathComponent] = []
    var current = watch
    while current != root {
      // A chain is never longer than there are directories, whatever was noted of them.
      guard let place = places[current], names.count < count else { return nil }
      names.append(PathComponent(trusted: place.name))
      current = place.parent
    }
    return SourcePath(components: names.reversed())
  }

  /// Whether a directory is another one or lies below it.
  func isInside(_ watch: Int32, _ ancestor: Int32) -> Bool {
    var current = watch
    var steps = 0
    while current != ancestor {
      guard let place = places[current], steps < count else { return false }
      current = place.parent
      steps += 1
    }
    return true
  }

  /// The directories that lay at these places, with all below them.
  ///
  /// Costs a look at every directory.
  func watches(at vanished: Set<Place>) -> [Int32] {
    guard !vanished.isEmpty else { return [] }
    var verdicts: [Int32: Bool] = [root: false]
    for watch in places.keys { judge(watch, vanished, &verdicts) }
    return verdicts.filter(\.value).map(\.key)
  }

  private func judge(_ watch: Int32, _ vanished: Set<Place>, _ verdicts: inout [Int32: Bool]) {
    var chain: [Int32] = []
    var current = watch
    var verdict = false
    while chain.count < count {
      if let known = verdicts[current] {
        verdict = known
        break
      }
      chain.append(current)
      guard let place = places[current] else { break }
      if vanished.contains(place) {
        verdict = true
        break
      }
      current = place.parent
    }
    for one in chain { verdicts[one] = verdict }
  }
}
