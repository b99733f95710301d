import KinoCore
import KinoTestSupport
import Testing

@Suite("Packed items")
struct AddedItemsTests {
  private static let directory = DirectoryID(7)

  @Test("what is packed comes out as it went in, whatever is known about it")
  func roundTrip() throws {
    var random = Dice(seed: 11)
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    let items = (0..<500).map { Self.item($0, &random) }
    for item in items { group.add(item) }
    let unpacked = try group.additions.flatMap { try $0.unpacked() }
    #expect(unpacked.map(Facts.init) == items.map(Facts.init))
    #expect(group.addedItemCount == 500)
    #expect(group.differenceCount == 500)
    let counts = group.additions.map(\.counts)
    #expect(counts.reduce(0) { $0 + $1.videos } == items.count { $0.kind == .video })
    #expect(counts.reduce(0) { $0 + $1.sidecars } == items.count { $0.kind == .sidecar })
  }

  @Test("a directory begins anew, and is continued where it is large")
  func continuation() {
    var random = Dice(seed: 12)
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    for number in 0..<200 { group.add(Self.item(number, &random)) }
    group.add(Self.item(0, &random, in: DirectoryID(8)))
    #expect(group.additions.count > 2)
    #expect(group.additions.first?.isContinuation == false)
    #expect(group.additions.dropFirst().dropLast().allSatisfy { $0.isContinuation })
    #expect(group.additions.last?.isContinuation == false)
    #expect(
      group.additions.dropLast().allSatisfy { $0.content.count < AddedItems.fullSize + 1_000 }
    )
  }

  @Test("only added items that nothing is held against are packed")
  func others() {
    var random = Dice(seed: 13)
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    for change in [StagedDifference.Change.changed, .touched, .returned, .absent, .excluded] {
      var item = Self.item(1, &random)
      item.change = change
      group.add(item)
    }
    var directory = Self.item(1, &random)
    directory.kind = .directory
    group.add(directory)
    #expect(group.additions.isEmpty)
    #expect(group.differences.count == 6)
  }

  @Test("damaged content is refused or read as other items, and never read beyond")
  func damage() throws {
    var random = Dice(seed: 14)
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    for number in 0..<12 { group.add(Self.item(number, &random)) }
    let content = try #require(group.additions.first).content
    for length in 0..<content.count {
      let cut = Array(content.prefix(length))
      _ = try? AddedItems.unpacked(cut.span, of: Self.directory)
      _ = AddedItems.Counts(cut.span)
      _ = AddedItems.listing(in: cut.span)
    }
    var refused = 0
    for _ in 0..<20_000 {
      var changed = content
      let place = Int.random(in: 0..<changed.count, using: &random)
      changed[place] = UInt8.random(in: 0...255, using: &random)
      do { _ = try AddedItems.unpacked(changed.span, of: Self.directory) } catch { refused += 1 }
    }
    #expect(refused > 0)
    let cut = Array(content.dropLast())
    #expect(throws: AddedItemReader.Damage.self) {
      try AddedItems.unpacked(cut.span, of: Self.directory)
    }
  }

  private static func item(
    _ number: Int,
    _ random: inout Dice,
    in directory: DirectoryID = directory
  ) -> StagedDifference {
    func bytes(_ longest: Int) -> [UInt8]? {
      guard Bool.random(using: &random) else { return nil }
      return (0..<Int.random(in: 0...longest, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    func word() -> Int64? {
      Bool.random(using: &random) ? Int64.random(in: .min ... .max, using: &random) : nil
    }
    let isRare = number.isMultiple(of: 3)
    return StagedDifference(
      directory: directory,
      kind: Bool.random(using: &random) ? .video : .sidecar,
      change: .added,
      entry: SourceEntry(
        name: PathComponent(trusted: [0xff, UInt8(number & 0x7f)] + (bytes(253) ?? [])),
        kind: .file,
        size: word(),
        modifiedAt: word().map { Timestamp(milliseconds: $0) },
        createdAt: word().map { Timestamp(milliseconds: $0) },
        etag: isRare ? bytes(300) : nil,
        stableID: word().map { StableID(high: UInt64(bitPattern: $0), low: 5) },
        flags: isRare ? .hidden : [],
        locator: isRare ? bytes(20) : nil
      ),
      compareKey: isRare ? bytes(300) : nil,
      detail: Bool.random(using: &random) ? "subtitle" : nil
    )
  }
}

/// The same numbers in every run.
private struct Dice: RandomNumberGenerator {
  private let source: SeededRandom

  init(seed: UInt64) { source = SeededRandom(seed: seed) }

  mutating func next() -> UInt64 { source.next() }
}

/// What staging keeps of a difference: a tag only where there is no modification time.
private struct Facts: Equatable {
  let directory: DirectoryID
  let kind: ItemKind
  let entry: SourceEntry
  let compareKey: [UInt8]?
  let detail: String?

  init(_ difference: StagedDifference) {
    directory = difference.directory
    kind = difference.kind
    var entry = difference.entry
    if entry.modifiedAt != nil { entry.etag = nil }
    self.entry = entry
    compareKey = difference.compareKey
    detail = difference.detail
  }
}
