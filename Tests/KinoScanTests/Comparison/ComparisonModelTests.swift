import KinoCore
import KinoScan
import KinoTestSupport
import Testing

/// Compares random directories, and checks every outcome against a model that is too simple to be
/// wrong: a dictionary by name.
@Suite("The comparison against a model")
struct ComparisonModelTests {
  @Test("random directories come to what the model says", arguments: 0..<20)
  func model(_ block: Int) {
    for number in 0..<100 {
      var dice = Dice(seed: UInt64(block * 100 + number))
      let scene = Scene(&dice)
      var compare = Comparing()
      compare.end = scene.isComplete ? .complete : .incomplete([.changedDuringListing])
      let outcome = compare(scene.published, with: scene.listing, pageSize: dice.roll(1...40))
      #expect(Set(outcome.differences.map(Told.init)) == scene.expected, "case \(block)/\(number)")
      #expect(outcome.differences.count == scene.expected.count)
      #expect(Set(outcome.subdirectories.map(\.name.displayText)) == scene.listedDirectories)
      #expect(outcome.missingIDs == scene.expected.count { $0.change == .added && $0.isDirectory })
    }
  }
}

/// A difference as the model says it.
private struct Told: Hashable {
  var name: String
  var isDirectory: Bool
  var change: StagedDifference.Change
  var isHeld = false

  init(_ name: String, isDirectory: Bool, _ change: StagedDifference.Change, isHeld: Bool = false) {
    (self.name, self.isDirectory, self.change, self.isHeld) = (name, isDirectory, change, isHeld)
  }

  init(_ difference: StagedDifference) {
    self.init(
      difference.entry.name.displayText,
      isDirectory: difference.kind == .directory,
      difference.change,
      isHeld: difference.hold == .suspect
    )
  }
}

private struct Dice {
  private let random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  func chance(_ percent: Int) -> Bool { roll(1...100) <= percent }
}

/// One published directory, one listing of it, and what must come out.
private struct Scene {
  var published = Published()
  var listing: [SourceEntry] = []
  var isComplete: Bool
  var listedDirectories: Set<String> = []
  var expected: Set<Told> = []

  init(_ dice: inout Dice) {
    isComplete = dice.chance(80)
    let names = dice.roll(0...60)
    let listsNothing = dice.chance(5)
    let rareness = dice.chance(50) ? 5 : 60
    for number in 0..<names {
      if dice.chance(25) {
        addDirectory("Directory \(number)", dice, rareness, listsNothing)
      } else {
        addFile("File \(number).mkv", dice, rareness, listsNothing)
      }
    }
    for index in listing.indices.reversed() where index > 0 {
      listing.swapAt(index, dice.roll(0...index))
    }
    holdSuspects()
  }

  private mutating func addFile(
    _ name: String,
    _ dice: Dice,
    _ rareness: Int,
    _ listsNothing: Bool
  ) {
    let isPublished = !dice.chance(rareness)
    let isHeld = dice.chance(10)
    let isExcluded = !isHeld && dice.chance(10)
    if isPublished {
      published.item(name, size: 5, id: 1, isExcluded ? .excluded : .present, isHeld: isHeld)
    }
    guard !listsNothing, !dice.chance(rareness) else {
      if isPublished && isComplete { tell(name, false, .absent) }
      return
    }
    let isResized = dice.chance(rareness)
    let isRenumbered = dice.chance(rareness)
    // A prime of minutes: no clock change looks like it.
    let isRewritten = dice.chance(rareness)
    listing.append(
      file(
        name,
        size: isResized ? 6 : 5,
        at: isRewritten ? 1_420_000 : 1_000_000,
        id: isRenumbered ? 2 : 1
      )
    )
    if !isPublished {
      tell(name, false, .added)
    } else if isExcluded {
      tell(name, false, .included)
    } else if isResized || isRewritten {
      tell(name, false, .changed)
    } else if isHeld {
      tell(name, false, .returned)
    } else if isRenumbered {
      tell(name, false, .touched)
    }
  }

  private mutating func addDirectory(
    _ name: String,
    _ dice: Dice,
    _ rareness: Int,
    _ listsNothing: Bool
  ) {
    let isPublished = !dice.chance(rareness)
    let availability: Availability =
      dice.chance(15) ? .missing : dice.chance(15) ? .excluded : .present
    if isPublished { published.child(name, id: 1, availability, items: Int64(dice.roll(0...3))) }
    guard !listsNothing, !dice.chance(rareness) else {
      if isPublished && isComplete && availability != .missing { tell(name, true, .absent) }
      return
    }
    let isReplaced = dice.chance(rareness)
    listing.append(folder(name, id: isReplaced ? 2 : 1))
    listedDirectories.insert(name)
    switch (isPublished, availability) {
    case (false, _): tell(name, true, .added)
    case (true, .missing): tell(name, true, .returned)
    case (true, .excluded): tell(name, true, .included)
    case (true, .present): if isReplaced { tell(name, true, .touched) }
    }
  }

  private mutating func tell(
    _ name: String,
    _ isDirectory: Bool,
    _ change: StagedDifference.Change
  ) {
    expected.insert(Told(name, isDirectory: isDirectory, change))
  }

  private mutating func holdSuspects() {
    let below = published.directory.directories.filter { $0.availability != .missing }
      .reduce(0) { $0 + $1.itemCount }
    guard listing.isEmpty, published.directory.items.count + Int(below) >= 10 else { return }
    expected = Set(
      expected.map { told in
        var told = told
        told.isHeld = told.change == .absent
        return told
      }
    )
  }
}
