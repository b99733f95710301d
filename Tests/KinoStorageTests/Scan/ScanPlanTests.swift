import KinoCore
import KinoSQL
import Testing

@testable import KinoStorage

@Suite("Plans of scan statements")
struct ScanPlanTests {
  @Test(
    "no hot statement reads a published table from end to end, or sorts",
    arguments: [
      ("directory", DirectoryReader.ownSQL),
      ("children", DirectoryReader.childrenSQL),
      ("files", DirectoryReader.filesSQL),
      ("sidecars", DirectoryReader.sidecarsSQL),
      ("gone directories", Losses.goneSQL),
      ("staged losses", Losses.stagedSQL(.video)),
      ("losses below", Losses.belowSQL(.sidecar)),
      ("missing", Publication.missingSQL(.video)),
      ("held", Publication.holdSQL(.video)),
      ("excluded", Publication.excludeSQL(.sidecar)),
      ("missing directories", Publication.missingDirectoriesSQL),
      ("places", Publication.placeSQL(.video, "'moved'")),
      ("updates", Publication.updateSQL(.video)),
      ("additions", Publication.insertSQL(.sidecar)),
      ("packed additions", PackedPublication.packedSQL),
      ("packed rows", PackedStaging.packedSQL),
      ("added directories", Publication.insertDirectoriesSQL),
      ("recount", Publication.recountSQL),
      ("listing", Publication.listingSQL),
      ("incomplete", Publication.incompleteSQL),
      ("suspect", Publication.calmSQL),
      ("holds", Publication.heldSQL),
      ("rename pairs", ProcessingStore.pairsSQL),
      ("lost and missing", LostItems.missingSQL(.video)),
      ("uncovered", UncoveredItems.candidatesSQL),
      ("replaced", ReplacedItems.noteSQL(.video)),
      ("found elsewhere", ReplacedItems.claimedSQL),
      ("identifiable", MoveStore.identifiableSQL),
      ("twins", TwinItems.candidatesSQL(.video)),
      ("covered videos", SummaryStore.videosBelowSQL),
      ("queue added", SettlementStore.addedSQL),
      ("queue packed", SettlementStore.packedSQL),
      ("queue published", SettlementStore.publishedSQL),
      ("queue for sidecars", SettlementStore.sidecarsSQL),
      ("last staged row", StagingRemoval.lastSQL),
      ("outstanding", Frontier.publishedSQL),
    ]
  )
  func plan(_ name: String, _ sql: String) async throws {
    let library = try await ScanLibrary()
    let steps = try await library.database.write(.scan) { connection in
      try ScratchTables.make(in: connection)
      return try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
    for step in steps {
      for table in ["media_file", "sidecar", "source_directory", "scan_discovery", "item", "file"] {
        #expect(!step.hasPrefix("SCAN \(table)"), "\(name): \(step)")
      }
      #expect(!step.contains("TEMP B-TREE"), "\(name): \(step)")
      #expect(!step.contains("AUTOMATIC"), "\(name): \(step)")
    }
  }

  @Test("candidates of a move are read from the indexes of the scratch table")
  func candidates() async throws {
    let library = try await ScanLibrary()
    let steps = try await library.database.write(.scan) { connection in
      try ScratchTables.make(in: connection)
      return try connection.all("EXPLAIN QUERY PLAN \(CandidateFinder.candidatesSQL)") {
        $0.text(3)
      }
    }
    for index in ["kino_lost_place", "kino_lost_stable_id", "kino_lost_content"] {
      #expect(steps.contains { $0.contains(index) })
    }
    #expect(!steps.contains { $0.hasPrefix("SCAN kino_") })
  }

  @Test("second rows of sidecars are found by one reading of all, not one for each that is lost")
  func sidecarTwins() async throws {
    let library = try await ScanLibrary()
    let steps = try await library.database.write(.scan) { connection in
      try ScratchTables.make(in: connection)
      return try connection.all("EXPLAIN QUERY PLAN \(TwinItems.candidatesSQL(.sidecar))") {
        $0.text(3)
      }
    }
    #expect(steps.first == "SCAN twin")
    #expect(!steps.contains { $0.hasPrefix("SCAN lost") || $0.hasPrefix("SCAN own") })
    #expect(steps.contains { $0.contains("kino_lost_stable_id (item_kind=? AND stable_id=?)") })
  }

  @Test("replaced rows that were found elsewhere are looked for once, not once for each")
  func foundElsewhere() async throws {
    let library = try await ScanLibrary()
    let steps = try await library.database.write(.scan) { connection in
      try ScratchTables.make(in: connection)
      return try connection.all("EXPLAIN QUERY PLAN \(ReplacedItems.claimedSQL)") { $0.text(3) }
    }
    #expect(steps.contains { $0.hasPrefix("LIST SUBQUERY") })
    #expect(steps.first?.contains("USING PRIMARY KEY (item_kind=? AND item_id=?)") == true)
  }
}
