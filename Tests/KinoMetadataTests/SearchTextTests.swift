import KinoCore
import KinoUnicode
import Testing

@testable import KinoMetadata

@Suite("What texts are searched by")
struct SearchTextTests {
  private let text = SearchText(FoundationFolding())

  @Test(
    "plain texts are folded as others are",
    arguments: [
      "Heat", "Don't Look  Now", "  A\tB\n", "S.W.A.T. & Co. (2003)", "'", "", "x\u{1F}y", "[REC]²",
      "OCEAN'S 8",
    ]
  )
  func plain(_ title: String) {
    // A letter beyond ASCII takes the long way, and is a word of its own.
    let long = text.searchable(title + " \u{3042}")
    let short = text.searchable(title)
    #expect(long == (short.isEmpty ? "\u{3042}" : short + " \u{3042}"))
  }

  @Test("case, apostrophes and doubled spaces make no difference")
  func folded() {
    #expect(text.searchable("Don't  LOOK Now") == "dont look now")
    #expect(text.searchable("Amélie & Søren") == "amélie & soren")
  }
}
