import KinoCore
import KinoUnicode
import Testing

@Suite("Name comparison with Foundation")
struct FoundationFoldingTests {
  private func comparison(ignoresCase: Bool, composes: Bool) -> NameComparison {
    let folding = FoundationFolding()
    let policy = ComparisonPolicy(
      ignoresCase: ignoresCase,
      composes: composes,
      unicodeVersion: folding.version
    )
    return NameComparison(policy, folding: folding)
  }

  private func same(_ left: String, _ right: String, in comparison: NameComparison) -> Bool {
    comparison.areSame(Array(left.utf8), Array(right.utf8))
  }

  @Test("composition makes canonically equal names the same, and only those")
  func composition() {
    let comparison = comparison(ignoresCase: false, composes: true)
    #expect(same("\u{E9}t\u{E9}", "e\u{301}te\u{301}", in: comparison))
    #expect(same("\u{AC00}", "\u{1100}\u{1161}", in: comparison))
    #expect(same("\u{212B}", "\u{C5}", in: comparison))
    #expect(!same("\u{E9}", "\u{C9}", in: comparison))
    #expect(!same("\u{E9}", "e", in: comparison))
    #expect(!same("\u{FB01}", "fi", in: comparison))
  }

  @Test("case folding makes names of other case the same, composed or not")
  func caseFolding() {
    let comparison = comparison(ignoresCase: true, composes: true)
    #expect(same("\u{C9}T\u{C9}", "e\u{301}te\u{301}", in: comparison))
    #expect(same("ПРИВЕТ", "привет", in: comparison))
    #expect(same("Άλφα", "ΆΛΦΑ", in: comparison))
    #expect(!same("\u{E9}", "e", in: comparison))
  }

  @Test(
    "keys are stable: the key of a key is the key",
    arguments: ["ÅÉ", "e\u{301}X", "ΆΛΦΑ", "İ"]
  )
  func idempotent(_ name: String) throws {
    let comparison = comparison(ignoresCase: true, composes: true)
    let key = try #require(comparison.key(of: Array(name.utf8)))
    #expect(comparison.key(of: key) == nil)
  }
}
