import KinoNaming
import Testing

@Suite("Names of subtitles")
struct SubtitleNameTests {
  @Test("language, title and flags are read behind the video's name", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path, video: "Fern Hill (1999)") == says)
  }

  @Test("without the video's name the parts behind the last bracket are read")
  func withoutVideo() {
    #expect(summary("Fern Hill (1999).signs.fr.ass", video: nil) == "fr | signs")
  }

  private func summary(_ path: String, video: String?) -> String {
    let name = SubtitleName(Array(path.utf8), video: video.map { Array($0.utf8) })
    return [
      name.language?.value, name.title?.value, name.isDefault ? "default" : nil,
      name.isForced ? "forced" : nil, name.isForHearingImpaired ? "hearing" : nil,
    ].compactMap(\.self).joined(separator: " | ")
  }
}

private let names: [(path: String, says: String)] = [
  ("Fern Hill (1999).srt", ""),
  ("Fern Hill (1999).en.srt", "en"),
  ("Fern Hill (1999).GER.srt", "de"),
  ("Fern Hill (1999).pt-BR.srt", "pt-BR"),
  ("Fern Hill (1999).zh-hans.ass", "zh-Hans"),
  ("Fern Hill (1999).french.forced.srt", "fr | forced"),
  ("Fern Hill (1999).default.it.srt", "it | default"),
  ("Fern Hill (1999).en.sdh.srt", "en | hearing"),
  ("Fern Hill (1999).hi.srt", "hi"),
  ("Fern Hill (1999).en.hi.srt", "en | hearing"),
  ("Fern Hill (1999).Songs only.en.srt", "en | Songs only"),
  ("Fern Hill (1999).ru-studio.srt", "ru | studio"),
  ("Fern Hill (1999).notes - 1.en.srt", "en | notes"),
]
