import KinoNaming
import KinoTestTools
import Testing

@Suite("Names that were tampered with")
struct TamperedNamesTests {
  @Test("evidence lies within the name, and a second reading says the same")
  func names() {
    var mutator = Mutator(seed: Tier.isLong ? Tier.seed : 3)
    repeatedly(short: 3_000) {
      let path = mutator.next()
      let name = expectEvidence(in: path)
      #expect(NameParser().parse(path) == name, "\(path)")
    }
  }

  @Test("the name of a subtitle gives evidence within it")
  func subtitles() {
    var mutator = Mutator(seed: Tier.isLong ? Tier.seed : 5)
    repeatedly(short: 1_500) {
      let path = mutator.next()
      let name = SubtitleName(path, video: mutator.next())
      for evidence in [name.language?.evidence, name.title?.evidence].compactMap(\.self) {
        let isWithin = evidence.range.upperBound <= path.count && !evidence.range.isEmpty
        #expect(isWithin, "\(path)")
      }
    }
  }

  @Test("no file of a list is in two groups")
  func groups() {
    var mutator = Mutator(seed: Tier.isLong ? Tier.seed : 7)
    repeatedly(short: 30) {
      let paths = (0..<40).map { _ in mutator.next() }
      let places = VideoGroup.grouping(paths).flatMap { $0.versions.flatMap(\.files) }
      #expect(Set(places).count == places.count)
      #expect(places.allSatisfy(paths.indices.contains))
    }
  }

  @Test("a name that is repeated up to 100 KB is read in a moment")
  func longNames() {
    var mutator = Mutator(seed: Tier.isLong ? Tier.seed : 11)
    repeatedly(short: 2) {
      let piece = mutator.next() + [0x20]
      let path = [UInt8](repeatElement(piece, count: 100_000 / piece.count + 1).joined())
      let time = ContinuousClock().measure { expectEvidence(in: path) }
      #expect(time < .seconds(20), "\(piece)")
    }
  }

  /// Does something so often in the short tier, and in the long one for its share of ten minutes.
  private func repeatedly(short count: Int, _ body: () -> Void) {
    guard Tier.isLong else { return (0..<count).forEach { _ in body() } }
    let end = ContinuousClock.now + .seconds(150)
    while ContinuousClock.now < end { body() }
  }
}

/// Changes bytes of the written names, the same way for the same seed.
private struct Mutator {
  private var random: Shift
  private let names = writtenNames.map { Array($0.utf8) }

  init(seed: UInt64) {
    random = Shift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// A name with one to five changes.
  mutating func next() -> [UInt8] {
    var name = names[below(names.count)]
    for _ in 0...below(5) { change(&name) }
    return name
  }

  private mutating func change(_ name: inout [UInt8]) {
    let place = below(name.count + 1)
    let end = min(place + 1 + below(10), name.count)
    switch below(7) {
    case 0 where place < name.count: name[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: name.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 2: name.removeSubrange(place..<max(place, end))
    case 3: name.insert(contentsOf: Array(name[place..<max(place, end)]), at: below(name.count + 1))
    case 4:
      let other = names[below(names.count)]
      let start = below(other.count)
      name.insert(contentsOf: other[start..<min(start + 12, other.count)], at: place)
    case 5: name.insert(Self.separators[below(Self.separators.count)], at: place)
    default: name.insert(UInt8(0x30 + below(10)), at: place)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private static let separators = Array("[](){}-_. /\\+&~,#:".utf8)
}
