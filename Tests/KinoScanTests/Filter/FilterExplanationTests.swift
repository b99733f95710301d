import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Why a path is left out")
struct FilterExplanationTests {
  private func explain(
    _ path: String,
    isDirectory: Bool = false,
    marked: SourcePath? = nil,
    _ settings: FilterSettings = FilterSettings()
  ) -> FilterExplanation {
    let sight = PathSight(kind: isDirectory ? .directory : .file, markedDirectory: marked)
    return ScanFilter(settings: settings, adapter: "local", comparison: .exact)
      .explain(.path(path), as: sight)
  }

  @Test("a taken file says what it is")
  func taken() {
    let explanation = explain("A/a.srt")
    #expect(explanation.decision == .taken)
    #expect(explanation.kind == "subtitle")
    #expect(explanation.rule == nil)
    #expect(explain("", isDirectory: true).decision == .taken)
  }

  @Test("a built-in rule is named, with the directory where it applied")
  func builtIn() {
    let explanation = explain("A/@eaDir/B/a.mkv")
    #expect(explanation.decision == .excluded)
    #expect(explanation.rule == .junkName)
    #expect(explanation.appliedAt == .path("A/@eaDir"))
    #expect(explanation.origin == .builtIn)
  }

  @Test("a setting is named, with the path that it names")
  func setting() {
    let explanation = explain("A/B/a.mkv", FilterSettings(excludedPaths: [.path("X"), .path("A")]))
    #expect(explanation.rule == .excludedPath)
    #expect(explanation.appliedAt == .path("A"))
    #expect(explanation.origin == .setting("excludedPaths", path: .path("A")))
    #expect(
      explanation.description
        == "A/B/a.mkv is excluded, decided at A: its path is excluded (setting excludedPaths: A)"
    )
  }

  @Test("a marker that was seen is named by its directory, also for the directory itself")
  func marker() {
    let file = explain("A/B/a.mkv", marked: .path("A"))
    #expect(file.decision == .excluded)
    #expect(file.rule == .marker)
    #expect(file.appliedAt == .path("A"))
    #expect(file.origin == .setting("honorsMarkers", path: nil))
    #expect(explain("A", isDirectory: true, marked: .path("A")).rule == .marker)
    #expect(explain("", isDirectory: true, marked: .root).rule == .marker)
    let settings = FilterSettings(honorsMarkers: false)
    #expect(explain("A/B/a.mkv", marked: .path("A"), settings).decision == .taken)
  }

  @Test("what is of no interest is told from what is hidden")
  func ignored() {
    #expect(explain("a.doc").decision == .ignored)
    #expect(explain("a.doc").rule == .otherExtension)
    #expect(explain(".a.mkv").origin == .setting("includesHidden", path: nil))
  }
}

extension FilterExplanationTests {
  private func explain(_ path: String, _ settings: FilterSettings) -> FilterExplanation {
    explain(path, isDirectory: false, settings)
  }
}
