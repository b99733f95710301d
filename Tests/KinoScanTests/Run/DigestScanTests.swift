import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("Scans of directories with a digest")
struct DigestScanTests {
  @Test("an unchanged second scan reads no items, looks at every entry and stages nothing")
  func unchanged() async throws {
    let world = try await scanned()
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(report.counters.videos == 1)
    #expect(report.counters.sidecars == 1)
    #expect(world.store.seen.calls.contains("published"))
    #expect(!world.store.seen.calls.contains("publishedItems"))
    #expect(try world.store.seen.differences.isEmpty)
  }

  @Test("a file rewritten in place is found", arguments: ["A.mkv", "A.srt"])
  func rewritten(_ name: String) async throws {
    let world = try await scanned()
    world.memory.update(.path(name)) { $0.modifiedAt = Timestamp(milliseconds: 5) }
    _ = await world.scan()
    let differences = try world.store.seen.differences
    #expect(differences.map(\.change) == [.changed])
    #expect(differences.map(\.entry.name.displayText) == [name])
    #expect(world.store.seen.calls.count { $0 == "publishedItems" } == 1)
  }

  @Test("a listing that ends incomplete is compared with the items")
  func incomplete() async throws {
    let world = try await scanned()
    world.memory.remove(.path("A.srt"))
    world.memory.endIncomplete(.root, [.truncatedByServer], .always)
    _ = await world.scan()
    #expect(try world.store.seen.differences.isEmpty)
    #expect(world.store.seen.calls.contains("publishedItems"))
  }

  @Test("items that cannot be read stop the scan")
  func unreadable() async throws {
    let world = try await scanned()
    world.memory.remove(.path("A.srt"))
    world.store.change {
      $0.failures["publishedItems"] = StorageError(.damaged, message: "It cannot be read.")
    }
    let report = await world.scan()
    #expect(report.state == .failed)
    #expect(world.store.seen.orders.isEmpty)
  }

  /// A library that has published a first scan of two files.
  private func scanned() async throws -> World {
    let world = World()
    var published = Published()
    for (name, kind) in [("A.mkv", ItemKind.video), ("A.srt", .sidecar)] {
      world.memory.addFile(.path(name), size: 10)
      let entry = try #require(world.memory.entry(at: .path(name)))
      published.item(
        name,
        kind: kind,
        size: 10,
        at: entry.modifiedAt?.milliseconds,
        id: entry.stableID?.low
      )
    }
    _ = await world.scan()
    let content = try #require(world.store.seen.groups.first?.additions.first?.content)
    let found = AddedItems.listing(in: content.span)
    let listing = try #require(found)
    #expect(listing.itemCount == 2)
    world.store.change { [directory = published.directory] state in
      state.published[RecordingStore.root] = directory
      state.digests[RecordingStore.root] = listing.digest
      (state.calls, state.groups, state.orders) = ([], [], [])
    }
    return world
  }
}
