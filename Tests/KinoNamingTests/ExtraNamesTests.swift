import Testing

@Suite("Names of extras")
struct ExtraNamesTests {
  @Test("an extra is told by its folder or the end of its name", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  (
    "Quiet Harbour (1998)/Quiet Harbour (1998)-trailer.mkv",
    "extra | Quiet Harbour | 1998 | trailer"
  ),
  ("Quiet Harbour (1998)/Trailers/teaser.mkv", "extra | teaser | trailer"),
  ("Quiet Harbour (1998)/Deleted Scenes/The pier.mkv", "extra | The pier | deleted-scene"),
  (
    "Quiet Harbour (1998)/Quiet Harbour-behindthescenes.mkv",
    "extra | Quiet Harbour | 1998 | behind-the-scenes"
  ),
  ("Quiet Harbour (1998)/sample.mkv", "extra | sample | sample"),
  ("Quiet Harbour (1998)/Featurettes/Making of.mkv", "extra | Making of | featurette"),
  ("Trailer Town (2011).mkv", "movie | Trailer Town | 2011"),
]
