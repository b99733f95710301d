import Testing

@Suite("Names of movies")
struct MovieNamesTests {
  @Test("a movie is read from its name", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  ("Quiet Harbour (1998)/Quiet Harbour (1998).mkv", "movie | Quiet Harbour | 1998"),
  ("The.Glass.Orchard.2011.1080p.BluRay.x264-NORTH.mkv", "movie | The Glass Orchard | 2011"),
  (
    "the_paper_moonrise_(2004)_[720p,HDTV,x264,DTS]-Lantern.avi",
    "movie | the paper moonrise | 2004"
  ),
  ("2031.A.Lunar.Winter.1987.REMASTERED.BDRip.XviD-OWL", "movie | 2031 A Lunar Winter | 1987"),
  (
    "1917 Miles (2015) 2160p UHD BluRay HEVC TrueHD 7.1 Atmos-RIVER.mkv",
    "movie | 1917 Miles | 2015"
  ),
  ("Winter Station 1962.mkv", "movie | Winter Station | 1962"),
  ("Seven Kinds of Rain.mkv", "movie | Seven Kinds of Rain"),
  ("Salt & Iron 2 2019 720p WEBRip x264 AAC.mp4", "movie | Salt & Iron 2 | 2019"),
  ("Kitchen Table 2047 2016 1080p WEB-DL.mkv", "movie | Kitchen Table 2047 | 2016"),
  (
    "[www.example-site.org] - The Long Ferry 2009 DVDRip XviD-ABC.avi",
    "movie | The Long Ferry | 2009"
  ),
  ("Le Dernier Phare (The Last Lighthouse).MULTi.1080p.BluRay.mkv", "movie | Le Dernier Phare"),
  ("Der lange Weg.German.DL.1080p.BluRay.x264-WALD", "movie | Der lange Weg"),
  ("Тихая гавань / Quiet Harbour (2003) BDRip 1080p", "movie | Quiet Harbour | 2003"),
  ("静かな港 Quiet Harbour 2003 1080p.mkv", "movie | Quiet Harbour | 2003"),
  ("Movies/Fern Hill/Fern.Hill.CD2.avi", "movie | Fern Hill | part 2"),
  ("The Copper Kettle Part 2.mkv", "movie | The Copper Kettle | part 2"),
  ("The Copper Kettle Part Two 2008.mkv", "movie | The Copper Kettle Part Two | 2008"),
  ("Harbour Lights AKA Les Lumieres 1977 1080p BluRay.mkv", "movie | Harbour Lights | 1977"),
  ("R.O.A.D.2014.720p.WEB-DL.mkv", "movie | R.O.A.D | 2014"),
  (
    "3D/Cloud Atlas of Birds 2012 3D Half-SBS 1080p BluRay.mkv",
    "movie | Cloud Atlas of Birds | 2012"
  ),
]
