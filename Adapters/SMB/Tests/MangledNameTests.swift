import Testing

@testable import KinoSMB

@Suite("Stand-ins for names")
struct MangledNameTests {
  @Test(
    "what Samba makes of names that Windows can not hold is known",
    arguments: ["S19ETO~3.MKV", "D5PES6~E", "TZHRWN~X", "A6ARMU~L", "BAYTAM~F.MKV"]
  )
  func known(_ name: String) {
    #expect(MangledName.isLikely(Array(name.utf8)))
  }

  @Test(
    "other names are not taken for one",
    arguments: [
      "", ".", "S19ETO~3.MKVX", "s19eto~3.mkv", "Film.mkv", "S19ETO-3.MKV", "S19ETO~.MKV",
      "S19ETO~3.", "S19ETO~3.M.V", "LONGER19ETO~3.MKV", "S19ETO~~.MKV",
    ]
  )
  func others(_ name: String) {
    #expect(!MangledName.isLikely(Array(name.utf8)))
  }
}
