import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

/// Compares random directories by digest and by rows: what comes of them must be the same.
@Suite("The digest against the comparison")
struct DigestModelTests {
  @Test("where the items are not asked for, comparing them finds nothing", arguments: 0..<20)
  func proof(_ block: Int) throws {
    var unasked = 0
    for number in 0..<200 {
      let random = SeededRandom(seed: UInt64(block * 200 + number))
      var scene = RandomListing(random)
      let first = scene.comparing(nil, with: scene.entries)
      // A first listing of nothing stages nothing.
      guard let listing = first.listing else { continue }
      var published = Published()
      for difference in first.differences { published.publish(difference, scene.comparing) }
      published.directory.digest = listing.digest
      #expect(listing.itemCount == published.directory.items.count)
      scene.change()
      let byRows = scene.comparing(published.withoutDigest, with: scene.entries)
      let review = scene.comparing.review(published, with: scene.entries)
      #expect(review.outcome.told == byRows.told, "case \(block)/\(number)")
      #expect(review.outcome.counters == byRows.counters)
      #expect(review.outcome.isComplete == byRows.isComplete)
      #expect(review.outcome.suspicion == byRows.suspicion)
      #expect(review.outcome.subdirectories.map(\.name) == byRows.subdirectories.map(\.name))
      if !review.asked { unasked += 1 }
    }
    #expect(unasked > 10)
  }
}

/// A random listing, and random changes of it.
private struct RandomListing {
  var comparing = Comparing()
  var entries: [SourceEntry] = []
  private let random: SeededRandom

  init(_ random: SeededRandom) {
    self.random = random
    if one(in: 4) { comparing.capabilities.modificationPrecision = nil }
    if one(in: 4) { comparing.capabilities.modificationPrecision = 2_000 }
    if one(in: 4) { comparing.capabilities.stableID = .none }
    for number in 0..<pick(12) { entries.append(entry(number)) }
  }

  mutating func change() {
    for _ in 0..<pick(3) { changeOne() }
    for index in entries.indices where one(in: 2) { entries.swapAt(index, pick(entries.count)) }
    if one(in: 10) { comparing.end = .incomplete([.truncatedByServer]) }
  }

  private mutating func changeOne() {
    guard !entries.isEmpty else { return entries.append(entry(20)) }
    let index = pick(entries.count)
    switch pick(10) {
    case 0: entries.remove(at: index)
    case 1: entries.append(entry(20 + pick(100)))
    case 2: entries[index].size = one(in: 3) ? nil : Int64(pick(3))
    case 3:
      entries[index].modifiedAt = one(in: 3) ? nil : Timestamp(milliseconds: Int64(pick(3_000)))
    case 4: entries[index].etag = one(in: 3) ? nil : [UInt8(pick(3))]
    case 5: entries[index].stableID = one(in: 3) ? nil : StableID(low: UInt64(pick(3)))
    case 6:
      let other = pick(entries.count)
      (entries[index].size, entries[other].size) = (entries[other].size, entries[index].size)
    case 7: entries.append(file(".nomedia"))
    case 8: entries[index].kind = .unknown
    default: break
    }
  }

  private func entry(_ number: Int) -> SourceEntry {
    if one(in: 6) { return folder("D\(number)", id: UInt64(number)) }
    let suffix = ["mkv", "srt", "nfo", "txt"][pick(4)]
    return file(
      "F\(number).\(suffix)",
      size: one(in: 5) ? nil : Int64(pick(3)),
      at: one(in: 3) ? nil : Int64(pick(3_000)),
      id: one(in: 3) ? nil : UInt64(pick(3)),
      etag: one(in: 2) ? nil : "\(pick(3))"
    )
  }

  private func one(in count: Int) -> Bool { pick(count) == 0 }
  private func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
}

extension Published {
  fileprivate var withoutDigest: Published {
    var published = self
    published.directory.digest = nil
    return published
  }

  /// What publishing an added difference leaves.
  fileprivate mutating func publish(_ difference: StagedDifference, _ comparing: Comparing) {
    let entry = difference.entry
    let name = entry.name.displayText
    guard difference.kind != .directory else { return child(name, id: entry.stableID?.low) }
    item(
      name,
      kind: difference.kind,
      size: entry.size,
      at: entry.modifiedAt?.milliseconds,
      id: entry.stableID?.low,
      etag: entry.modifiedAt == nil ? entry.etag.map { String(decoding: $0, as: UTF8.self) } : nil
    )
  }
}
