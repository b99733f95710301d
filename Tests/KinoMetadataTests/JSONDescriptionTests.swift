import KinoCore
import Testing

@testable import KinoMetadata

@Suite("JSON files that describe videos")
struct JSONDescriptionTests {
  private func content(_ text: String) -> SidecarContent {
    JSONDescription.content(of: Array(text.utf8))
  }

  @Test("what yt-dlp writes is read")
  func downloads() {
    let record = content(
      """
      {"id": "x", "title": "A talk", "description": "Of \\u00e9 and \\ud83d\\ude00", "duration": 3725.4,
       "upload_date": "20210304", "categories": ["Education"], "formats": [{"tbr": 1.5e3}]}
      """
    ).records.first
    #expect(record?.title == "A talk")
    #expect(record?.overview == "Of é and 😀")
    #expect(record?.runtimeMinutes == 62)
    #expect(record?.releaseDate == "2021-03-04")
    #expect(record?.year == 2021)
    #expect(record?.genres == ["Education"])
  }

  @Test("what providers call things is read")
  func provider() {
    let record = content(
      """
      {"type": "movie", "title": "Heat", "original_title": "Heat", "release_date": "1995-12-15",
       "runtime": 170, "vote_average": 7.9, "vote_count": 6000, "genres": [{"id": 1, "name": "Crime"}],
       "imdb_id": "tt0113277", "tmdb_id": 949, "cast": [{"name": "Al Pacino", "character": "Hanna"}]}
      """
    ).records.first
    #expect(record?.kind == .movie)
    #expect(record?.runtimeMinutes == 170)
    #expect(record?.ratingHundredths == 790)
    #expect(record?.genres == ["Crime"])
    #expect(record?.ids == [ProviderID("tmdb", "949"), ProviderID("imdb", "tt0113277")])
    #expect(record?.credits == [MetadataRecord.Credit("actor", "Al Pacino", character: "Hanna")])
  }

  @Test("what is no description, or nests beyond reason, says nothing")
  func nothing() {
    #expect(content("{\"dependencies\": {}}").failure == "empty")
    #expect(content("{\"title\": ").failure == "malformed")
    #expect(content(String(repeating: "[", count: 100_000)).failure == "malformed")
    #expect(content("[" + String(repeating: "1,", count: 100_000) + "1]").failure == "malformed")
  }
}
