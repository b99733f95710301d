import Testing

@Suite("Names of anime")
struct AnimeNamesTests {
  @Test("an episode is read as its fans name it", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  ("[Tanuki] Hoshi no Umi - 08 [1080p][A1B2C3D4].mkv", "episode | Hoshi no Umi | #8"),
  ("[Tanuki] Hoshi no Umi - 08v2 (720p) [A1B2C3D4].mkv", "episode | Hoshi no Umi | #8"),
  ("[Tanuki-Subs]_Hoshi_no_Umi_S2_-_03_[BD_1080p].mkv", "episode | Hoshi no Umi | S2 | E3"),
  ("[Tanuki] Hoshi no Umi 2nd Season - 11 END [720p].mkv", "episode | Hoshi no Umi | S2 | E11"),
  (
    "[Tanuki] Hoshi no Umi - 01-12 [BD 1080p][Batch]",
    "episode | Hoshi no Umi | E1,2,3,4,5,6,7,8,9,10,11,12"
  ),
  ("[Tanuki] Hoshi no Umi [13][1080p][HEVC].mkv", "episode | Hoshi no Umi | #13"),
  ("【狸字幕组】[星之海][Hoshi no Umi][05][1080p][简体]", "episode | Hoshi no Umi | #5"),
  ("[狸字幕组][星之海][05][1080P][简体].mp4", "episode | 星之海 | #5"),
  ("[Tanuki] Hoshi no Umi - 1012 [1080p].mkv", "episode | Hoshi no Umi | #1012"),
  ("Hoshi no Umi - 07 (1080p)-Tanuki.mkv", "episode | Hoshi no Umi | #7"),
  ("[Tanuki] Hoshi no Umi - Movie [BD 1080p FLAC].mkv", "movie | Hoshi no Umi - Movie"),
  ("[Tanuki] Hoshi no Umi - 12.5 [1080p].mkv", "movie | Hoshi no Umi"),
  ("星の海 第2期 03話.mkv", "episode | 星の海 | S2 | E3"),
]
