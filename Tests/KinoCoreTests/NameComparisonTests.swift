import KinoCore
import Testing

@Suite("Name comparison")
struct NameComparisonTests {
  private func comparison(ignoresCase: Bool, composes: Bool) -> NameComparison {
    let policy = ComparisonPolicy(
      ignoresCase: ignoresCase,
      composes: composes,
      unicodeVersion: MarkingFolding().version
    )
    return NameComparison(policy, folding: MarkingFolding())
  }

  @Test("where a source tells names apart by their bytes, no name has a key")
  func bytes() {
    let comparison = comparison(ignoresCase: false, composes: false)
    for name in ["abc", "ABC", "\u{E9}"] { #expect(comparison.key(of: Array(name.utf8)) == nil) }
    #expect(!comparison.areSame(Array("a".utf8), Array("A".utf8)))
  }

  @Test("an ASCII name is folded without Unicode, and only its letters are")
  func ascii() {
    let comparison = comparison(ignoresCase: true, composes: true)
    #expect(comparison.key(of: Array("plain name.mkv".utf8)) == nil)
    #expect(comparison.key(of: Array("A@[`Z{/B.MKV".utf8)) == Array("a@[`z{/b.mkv".utf8))
    #expect(comparison.areSame(Array("FILM".utf8), Array("film".utf8)))
  }

  @Test("composition alone keeps case")
  func compositionKeepsCase() {
    let comparison = comparison(ignoresCase: false, composes: true)
    #expect(comparison.key(of: Array("ABC".utf8)) == nil)
    #expect(comparison.key(of: Array("A\u{E9}".utf8)) == Array("composed A\u{E9}".utf8))
  }

  @Test("a name that is not UTF-8 is compared by its bytes")
  func invalid() {
    let comparison = comparison(ignoresCase: true, composes: true)
    #expect(comparison.key(of: [0x41, 0xFF]) == nil)
    #expect(!comparison.areSame([0x41, 0xFF], [0x61, 0xFF]))
  }

  @Test("the policy follows what the source declares, and takes the unknown as distinct")
  func declared() {
    var capabilities = SourceCapabilities()
    #expect(ComparisonPolicy(capabilities, folding: MarkingFolding()).comparesBytes)
    capabilities.caseSensitivity = .insensitive
    capabilities.normalisation = .insensitive
    let policy = ComparisonPolicy(capabilities, folding: MarkingFolding())
    #expect(policy.ignoresCase && policy.composes && policy.unicodeVersion == "marking")
  }
}

/// Shows that it was asked.
private struct MarkingFolding: UnicodeFolding {
  var version: String { "marking" }
  func composed(_ text: String) -> String { "composed \(text)" }
  func folded(_ text: String) -> String { "folded \(text)" }
}
