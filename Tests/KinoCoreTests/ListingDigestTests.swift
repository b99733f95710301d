import KinoCore
import KinoTestSupport
import Testing

@Suite("Staged listings")
struct ListingDigestTests {
  private let listing = StagedListing(
    digest: ListingDigest(high: 0x0102_0304_0506_0708, low: 0xf0f1_f2f3_f4f5_f6f7),
    itemCount: 300
  )

  @Test("what is stored is read back, and nothing else is read")
  func form() {
    #expect(listing.bytes.count == StagedListing.size)
    #expect(read(listing.bytes) == listing)
    #expect(readDigest(listing.digest.bytes) == listing.digest)
    #expect(listing.digest.bytes.first == 8)
    #expect(read(Array(listing.bytes.dropLast())) == nil)
    #expect(read([UInt8](repeating: 0, count: StagedListing.size)) == nil)
    #expect(readDigest([UInt8](repeating: 0, count: ListingDigest.size)) == nil)
    #expect(readDigest([1]) == nil)
  }

  @Test("added items carry their listing in the first pack")
  func packed() throws {
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    let items = (0..<200).map { item(.added, "File of a name that takes its place \($0).mkv") }
    group.add(items, of: DirectoryID(7), listing: listing)
    #expect(group.additions.count > 1)
    let listings = group.additions.map { AddedItems.listing(in: $0.content.span) }
    #expect(listings.first == listing)
    #expect(listings.dropFirst().allSatisfy { $0 == nil })
    #expect(group.listings.isEmpty)
    #expect(try group.additions.flatMap { try $0.unpacked() }.count == 200)
  }

  @Test("a listing with other differences has a row of its own, and the pack says nothing")
  func mixed() {
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    group.add(
      [item(.added, "a.mkv"), item(.changed, "b.mkv")],
      of: DirectoryID(7),
      listing: listing
    )
    #expect(group.listings.map(\.listing) == [listing])
    #expect(group.listings.map(\.directory) == [DirectoryID(7)])
    #expect(group.additions.map { AddedItems.listing(in: $0.content.span) } == [nil])
    var whole = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    whole.addDifferences(of: group)
    #expect(whole.listings.count == 1)
  }

  @Test("without a listing nothing is said")
  func none() {
    var group = StagedGroup(listedSince: Timestamp(milliseconds: 0))
    group.add([item(.added, "a.mkv"), item(.changed, "b.mkv")], of: DirectoryID(7), listing: nil)
    group.add([item(.added, "a.mkv")], of: DirectoryID(8), listing: nil)
    #expect(group.listings.isEmpty)
    #expect(group.additions.allSatisfy { AddedItems.listing(in: $0.content.span) == nil })
  }

  private func read(_ bytes: [UInt8]) -> StagedListing? { StagedListing(bytes.span) }

  private func readDigest(_ bytes: [UInt8]) -> ListingDigest? { ListingDigest(bytes.span) }

  private func item(_ change: StagedDifference.Change, _ name: String) -> StagedDifference {
    StagedDifference(
      directory: DirectoryID(7),
      kind: .video,
      change: change,
      entry: SourceEntry(name: .name(name), kind: .file)
    )
  }
}
