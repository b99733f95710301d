import KinoCore
import KinoSQL
import KinoTestSupport

@testable import KinoStorage
@testable import Kinothek

extension CatalogueWorld {
  /// Puts a description, or any text, beside videos; over one that is there it is a newer one.
  func write(_ text: String, to file: String) {
    let path = SourcePath.path(file)
    let before = world.memory.entry(at: path)?.modifiedAt
    let modifiedAt = Timestamp(milliseconds: (before?.milliseconds ?? 1_000_000_000_000) + 60_000)
    world.memory.addFile(path, modifiedAt: modifiedAt)
    world.memory.setContent(Array(text.utf8), at: path)
  }

  /// What the library says of films, series and episodes, one a line: title, year, and what else a
  /// description can say.
  func described() async throws -> [String] {
    try await rows(
      """
      SELECT title || coalesce(' (' || year || ')', '') || coalesce(' ' || rating, '')
        || coalesce(' ' || (runtime_ms / 60000) || 'min', '')
        || coalesce(' [' || (
          SELECT group_concat(genre_key, ', ') FROM (
            SELECT genre_key FROM entity_genre JOIN genre ON genre.id = genre_id
            WHERE entity_id = media_entity.id ORDER BY position
          )
        ) || ']', '')
      FROM media_entity
      WHERE kind <> 'season' AND merged_into_id IS NULL ORDER BY kind, sort_key, id
      """
    )
  }

  /// The subtitles of files, one a line: the video, the language, what else is said.
  func subtitles() async throws -> [String] {
    try await rows(
      """
      SELECT CAST(file.name AS TEXT) || ' ' || coalesce(item.language, '-')
        || coalesce(' ' || item.tags, '')
      FROM sidecar AS item JOIN media_file AS file ON file.id = item.media_file_id
      WHERE item.kind = 'subtitle' AND item.availability = 'present' ORDER BY 1
      """
    )
  }

  /// The pictures that are shown, one a line: the title, what it is, the file or the address.
  func shownPictures() async throws -> [String] {
    try await rows(
      """
      SELECT entity.title || ' ' || artwork.kind || ' '
        || coalesce(CAST(item.name AS TEXT), artwork.reference)
      FROM artwork JOIN media_entity AS entity ON entity.id = artwork.entity_id
      LEFT JOIN sidecar AS item ON item.id = artwork.sidecar_id
      WHERE artwork.selected = 1 ORDER BY 1
      """
    )
  }

  /// Titles that are found by a query of the full-text index.
  func found(_ query: String) async throws -> [String] {
    try await world.library.database.read { connection in
      try connection.all(
        """
        SELECT entity.title FROM search_document_fts
        JOIN media_entity AS entity ON entity.id = search_document_fts.rowid
        WHERE search_document_fts MATCH ?1 ORDER BY 1
        """
      ) {
        $0.bind(1, query)
      } _: {
        $0.text(0)
      }
    }
  }

  /// All that descriptions lead to, so that equal lists say that nothing has changed.
  func everythingDescribed() async throws -> [String] {
    var lines: [String] = []
    for sql in [
      "SELECT media_file_id || coalesce(language, '') || coalesce(tags, '') FROM sidecar",
      "SELECT content_json FROM sidecar WHERE content_json IS NOT NULL",
      """
      SELECT id || hex(uid) || title || hex(sort_key) || coalesce(year, '')
        || coalesce(provenance_json, '') || changed_revision || updated_at_ms FROM media_entity
      """,
      "SELECT id || locale || coalesce(title, '') || updated_at_ms FROM localized_metadata",
      "SELECT provider || value || entity_id || origin FROM external_id",
      "SELECT entity_id || '/' || genre_id || '/' || position FROM entity_genre",
      "SELECT id || '/' || person_id || role || coalesce(character, '') FROM credit",
      "SELECT hex(uid) || name FROM person",
      "SELECT id || hex(uid) || kind || selected FROM artwork",
      "SELECT entity_id || title || aliases || people || genres || built_at_ms FROM search_document",
    ] {
      lines += try await rows(sql + " ORDER BY 1")
    }
    return lines
  }
}
