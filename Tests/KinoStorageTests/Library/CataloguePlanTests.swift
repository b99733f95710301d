import KinoSQL
import Testing

@testable import KinoStorage

/// What names are looked up by has an index, on a database without ANALYZE.
@Suite("Plans of the catalogue's statements")
struct CataloguePlanTests {
  @Test(
    "what is looked up for each file is found in an index",
    arguments: [
      (EntityFinder.byKeySQL, ["media_entity_identity", "media_entity_redirect_identity"]),
      (EntityFinder.byIDSQL, ["USING PRIMARY KEY (provider=? AND namespace=? AND value=?)"]),
      (EntityFinder.byNameSQL, ["media_entity_title (kind=? AND sort_key=?)"]),
      (EntityFinder.ofSeriesSQL, ["media_entity_identity", "media_entity_redirect_identity"]),
      (BlockFiles.filesSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (BlockFiles.ofBlockSQL, ["file_binding_file (media_file_id=?)"]),
      (BindingTable.ofFileSQL, ["file_binding_file (media_file_id=?)"]),
      (BindingTable.ofEntitySQL, ["file_binding_entity", "media_entity_series (series_id=?)"]),
      (BindingTable.reattachmentSQL, ["file_binding_detached (source_uid=? AND path=?)"]),
      (BindingTable.primarySQL, ["file_binding_entity (entity_id=? AND role=?)"]),
      (NameMerges.heldSQL, ["file_binding_file (media_file_id=?)"]),
      (Materializer.ownersWithinSQL, ["media_file_name (directory_id=?)"]),
      (Materializer.ownersBesideSQL, ["media_file_name (directory_id=?)"]),
      (Materializer.rekeySQL, ["media_entity_series (series_id=?)"]),
      (Materializer.anyExtraSQL, ["(kind=?)"]),
      (Materializer.growthSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
    ]
  )
  func lookups(_ sql: String, _ indexes: [String]) async throws {
    let plan = try await plan(of: sql)
    for index in indexes { #expect(plan.contains { $0.contains(index) }, "\(plan)") }
    // Lists of what is looked up, and the one row of the revision.
    let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") }
    #expect(scans.allSatisfy { $0 == "SCAN library_revision" }, "\(plan)")
  }

  @Test("whether any binding has lost its file is told by the first of their index")
  func detached() async throws {
    let plan = try await plan(of: BlockFiles.detachedSQL)
    #expect(plan == ["SCAN file_binding USING INDEX file_binding_detached"])
  }

  @Test("extras below a folder are a range of the keys")
  func orphans() async throws {
    let plan = try await plan(of: Materializer.wakeSQL)
    #expect(
      plan.contains { $0.contains("media_entity_identity (identity_key>? AND identity_key<?)") }
    )
  }

  @Test("a page of titles is read in order from its place, and nothing is sorted")
  func pages() async throws {
    let plan = try await plan(of: CatalogueReader.pageSQL)
    #expect(
      plan.first
        == "SEARCH title USING INDEX media_entity_title (kind=? AND (sort_key,uid)>(?,?))"
    )
    #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test("what a title holds is counted in indexes")
  func counts() async throws {
    for sql in [CatalogueReader.movieFilesSQL, CatalogueReader.seriesFilesSQL] {
      let plan = try await plan(of: sql)
      #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }
    let below = try await plan(of: CatalogueReader.belowSQL)
    #expect(below.count { $0.contains("media_entity_parent (parent_id=?)") } == 3)
    #expect(!below.contains { $0.hasPrefix("SCAN title") }, "\(below)")
    #expect(below.contains { $0.contains("media_entity_series (series_id=?)") })
  }

  @Test("names below a renamed folder are found through their folders")
  func renamed() async throws {
    let plan = try await plan(of: SettlementStore.renamedSQL)
    #expect(plan.contains { $0.contains("media_file_name (directory_id=?)") })
    #expect(plan.first?.contains("(media_file_id=? AND stage=?)") == true)
  }

  private func plan(of sql: String) async throws -> [String] {
    let fixture = try await LibraryFixture()
    return try await fixture.library.read { connection in
      try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
  }
}
