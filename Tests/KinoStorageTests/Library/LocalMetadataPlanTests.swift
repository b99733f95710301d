import KinoSQL
import Testing

@testable import KinoStorage

/// What lies beside videos is looked up in indexes, on a database without ANALYZE.
@Suite("Plans of the statements about sidecars")
struct LocalMetadataPlanTests {
  @Test(
    "what is looked up for each file, folder or entity is found in an index",
    arguments: [
      (LocalFolderReader.videosSQL, ["media_file_name (directory_id=?)", "file_binding_file"]),
      (LocalFolderReader.sidecarsSQL, ["sidecar_name (directory_id=?)"]),
      (LocalFolderReader.belowSQL, ["source_directory_name (parent_id=? AND name=?)"]),
      (LocalFolderReader.seriesBelowSQL, ["media_file_name (directory_id=?)"]),
      (LocalFolderReader.anchorSQL, ["media_file_name (directory_id=?)"]),
      (LocalFolderReader.seasonsSQL, ["media_entity_series (series_id=?"]),
      (DescriptionReader.ownSQL, ["file_binding_entity", "sidecar_media_file"]),
      (DescriptionReader.seriesSQL, ["media_entity_series (series_id=?)", "sidecar_media_file"]),
      (DescriptionReader.seasonSQL, ["media_entity_parent (parent_id=?)", "sidecar_media_file"]),
      (DescribedEntityTable.nameYearSQL, ["file_binding_entity", "media_entity_series"]),
      (PictureTable.candidatesSQL, ["artwork_entity (entity_id=?)"]),
      (PictureTable.sidecarsSQL, ["artwork_sidecar (sidecar_id=?)"]),
      (PictureTable.lostSQL, ["artwork_entity (entity_id=?)"]),
      (PictureTable.entitiesSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (SidecarTable.ownersSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (FollowingWork.homesSQL, ["sidecar_name (directory_id=?)"]),
      (FollowingWork.besideSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (FollowingWork.searchSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (ShownEntities.sql, ["file_binding_file (media_file_id=?)"]),
      (DescribedEntities.sql, ["INTEGER PRIMARY KEY (rowid=?)", "external_id_entity"]),
      (SearchDocumentTable.indexSQL, ["INTEGER PRIMARY KEY (rowid=?)"]),
      (LibrarySearchStore.mergedSQL, ["media_entity_redirect (merged_into_id=?)"]),
      (CatalogueReader.movieSubtitlesSQL, ["sidecar_media_file (media_file_id=?)"]),
      (CatalogueReader.seriesSubtitlesSQL, ["sidecar_media_file (media_file_id=?)"]),
    ]
  )
  func lookups(_ sql: String, _ indexes: [String]) async throws {
    let plan = try await plan(of: sql)
    for index in indexes { #expect(plan.contains { $0.contains(index) }, "\(plan)") }
    let tables = ["media_file", "sidecar", "media_entity", "file_binding", "source_directory"]
    let scans = plan.filter { line in tables.contains { line.hasPrefix("SCAN \($0)") } }
    #expect(scans.isEmpty, "\(plan)")
  }

  @Test("videos beside new sidecars are found through their folders")
  func beside() async throws {
    let plan = try await plan(of: SettlementStore.besideSQL)
    #expect(plan.contains { $0.contains("media_file_name (directory_id=?)") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN file") || $0.hasPrefix("SCAN item") }, "\(plan)")
    let lost = try await self.plan(of: SettlementStore.lostBelowSQL)
    #expect(lost.contains { $0.contains("sidecar_name (directory_id=?)") }, "\(lost)")
    #expect(!lost.contains { $0.hasPrefix("SCAN file") || $0.hasPrefix("SCAN item") }, "\(lost)")
  }

  private func plan(of sql: String) async throws -> [String] {
    let fixture = try await LibraryFixture()
    return try await fixture.library.read { connection in
      try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
  }
}
