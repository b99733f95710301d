import Testing

@Suite("Words of releases")
struct ReleaseWordsTests {
  @Test("picture, edition and group are read", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(release(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  (
    "Glass.Orchard.2011.2160p.UHD.BluRay.x265.HDR.DTS-HD.MA.7.1-NORTH",
    "2160p | bluray | h265 | by NORTH"
  ),
  (
    "Glass Orchard (2011) (1080p AMZN WEB-DL x265 10bit DDP 5.1 Lantern)",
    "1080p | web | h265 | by Lantern"
  ),
  (
    "Glass.Orchard.2011.Extended.Cut.720p.BluRay.x264-NORTH",
    "720p | bluray | h264 | Extended | by NORTH"
  ),
  ("Glass.Orchard.2011.Directors.Cut.DVDRip.XviD-NORTH", "dvd | xvid | Director's Cut | by NORTH"),
  (
    "Glass Orchard (1980) [Ultimate Collector's Edition] [1080p]",
    "1080p | Collector's Edition, Ultimate"
  ),
  ("Glass.Orchard.2011.UNRATED.BDRip.x264-NORTH", "bluray | h264 | Unrated | by NORTH"),
  ("Glass Orchard IMAX 2011 1080p WEB-DL H.264-NORTH", "1080p | web | h264 | IMAX | by NORTH"),
  (
    "Glass.Orchard.2011.Theatrical.Cut.Open.Matte.1080p.WEBRip",
    "1080p | web | Theatrical, Open Matte"
  ),
  (
    "Glass.Orchard.1980.REMASTERED.Criterion.Collection.1080p.BluRay",
    "1080p | bluray | Remastered, Criterion"
  ),
  ("Glass Orchard 2011 Final Cut.mkv", "Final Cut"),
  ("Glass.Orchard.2011.HDTS.x264-NORTH", "telesync | h264 | by NORTH"),
  ("Glass.Orchard.2011.DVDSCR.XviD-NORTH", "screener | xvid | by NORTH"),
  ("Glass.Orchard.2011.HDCAM.x264", "cam | h264"),
  ("Glass.Orchard.1991.VHSRip.XviD", "vhs"),
  ("Glass.Orchard.2011.1080p.REMUX.AVC.DTS-NORTH", "1080p | bluray | h264 | by NORTH"),
  ("Glass.Orchard.2011.HD-DVD.1080p", "1080p | hddvd"),
  ("Glass.Orchard.2011.PDTV.MPEG2.576i", "576i | tv | mpeg2"),
  ("Glass.Orchard.2011.1440x1080.AV1.WEB-DL-NORTH", "1080p | web | av1 | by NORTH"),
  ("Glass.Orchard.2011.HDTVx264-NORTH", "tv | h264 | by NORTH"),
  ("Glass.Orchard.2011.1080p.WEB.h264-NORTH[eztv]", "1080p | web | h264 | by NORTH"),
  ("Glass.Orchard.2011.1080p.WEB.h264-NORTH-xpost", "1080p | web | h264 | by NORTH"),
  ("Glass Orchard 2011 1080p WEB-DL x264 by Lantern", "1080p | web | h264 | by Lantern"),
  ("Glass Orchard 2011 720p BluRay x264 Lantern", "720p | bluray | h264 | by Lantern"),
  ("Glass.Orchard.2011.1080p.BluRay.x264-[YTS.XX]", "1080p | bluray | h264 | by YTS.XX"),
  ("north-glass.orchard.of.rain.2011.1080p.bluray.x264.mkv", "1080p | bluray | h264 | by north"),
  (
    "Glass.Orchard.S01E02.1080p.AMZN.WEB-DL.DDP5.1.H.264-NORTH.mkv",
    "1080p | web | h264 | by NORTH"
  ),
  (
    "Glass Orchard - S01E02 - The Ford (1080p BluRay x265 North).mkv",
    "1080p | bluray | h265 | by North"
  ),
  ("[North] Glass Orchard - 02 [1080p HEVC][ABCD1234].mkv", "1080p | h265 | by North"),
  ("Glass Orchard - S01E02 - The Ford [North].mkv", "by North"),
  ("Glass.Orchard.S01E02.GERMAN.DUBBED.DL.720p.WEB.x264-NORTH", "720p | web | h264 | by NORTH"),
]
