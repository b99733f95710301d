import Testing

@Suite("Names of episodes")
struct EpisodeNamesTests {
  @Test("an episode is read from its name and folders", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  (
    "Stone Bridge/Season 02/Stone Bridge - S02E05 - The Ford.mkv",
    "episode | Stone Bridge | S2 | E5"
  ),
  ("stone.bridge.s02e05e06.720p.hdtv.x264-crew.mkv", "episode | stone bridge | S2 | E5,6"),
  ("Stone Bridge S02E05-07 1080p WEB-DL.mkv", "episode | Stone Bridge | S2 | E5,6,7"),
  ("Stone.Bridge.2x05.The.Ford.HDTV.avi", "episode | Stone Bridge | S2 | E5"),
  ("Stone Bridge/Staffel 3/05.mkv", "episode | Stone Bridge | S3 | E5"),
  ("Stone Bridge/Saison 1/Stone Bridge - 1x07-08.mkv", "episode | Stone Bridge | S1 | E7,8"),
  (
    "Stone Bridge (2010)/Temporada 4/04x11 - El vado.mkv",
    "episode | Stone Bridge | 2010 | S4 | E11"
  ),
  (
    "Каменный мост/Сезон 2/Каменный мост - 2 сезон 5 серия.mkv",
    "episode | Каменный мост | S2 | E5"
  ),
  ("石橋 第2季 第05集.mkv", "episode | 石橋 | S2 | E5"),
  ("돌다리/시즌 2/돌다리 E07.mkv", "episode | 돌다리 | S2 | E7"),
  ("Stone Bridge/Specials/Stone Bridge S00E03.mkv", "episode | Stone Bridge | S0 | E3"),
  ("Stone Bridge/Specials/03 - Making Of.mkv", "episode | Stone Bridge | S0 | E3"),
  ("Stone.Bridge.S03.COMPLETE.1080p.WEB-DL.x264-CREW", "season | Stone Bridge | S3"),
  ("Stone Bridge Seasons 1-4 Complete DVDRip", "season | Stone Bridge | S1,2,3,4"),
  ("Stone.Bridge.S01-S03.720p.BluRay", "season | Stone Bridge | S1,2,3"),
  ("Stone.Bridge.The.Complete.Series.720p", "movie | Stone Bridge"),
  ("Stone.Bridge.312.720p.HDTV.x264-CREW.mkv", "episode | Stone Bridge | S3 | E12"),
  (
    "Evening Talk 2016.05.23 Guest Name 720p HDTV x264-TALK.mkv",
    "episode | Evening Talk | 2016-05-23"
  ),
  ("Evening.Talk.23-05-2016.mp4", "episode | Evening Talk | 2016-05-23"),
  ("Evening Talk - 5th March 2019 - Guest.mkv", "episode | Evening Talk | 2019-03-05"),
  ("Evening_Talk_20180324.ts", "episode | Evening Talk | 2018-03-24"),
  ("Stone Bridge - 3 of 8 - The Mill.avi", "episode | Stone Bridge | E3"),
  ("Stone Bridge Episode 12.mkv", "episode | Stone Bridge | E12"),
  ("Stone Bridge Folge 12.mkv", "episode | Stone Bridge | E12"),
  ("Taş Köprü 69. Bölüm 1080p.mp4", "episode | Taş Köprü | E69"),
  (
    "Stone Bridge - Temporada 2 [HDTV][Cap.203][Castellano].avi",
    "episode | Stone Bridge | S2 | E3"
  ),
  ("S04E09.mkv", "episode | - | S4 | E9"),
  (
    "Stone Bridge/Stone.Bridge.S01E01.1080p.WEB.H264-CREW/3f9a0c77d1.mkv",
    "episode | Stone Bridge | S1 | E1"
  ),
  ("Stone Bridge S2019E14.mkv", "episode | Stone Bridge | 2019 | S2019 | E14"),
  ("Stone Bridge S01E02 Part 1.mkv", "episode | Stone Bridge | S1 | E2 | part 1"),
]
