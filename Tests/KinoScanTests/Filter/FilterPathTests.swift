import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Included and excluded paths")
struct FilterPathTests {
  private func verdict(
    _ path: String,
    isDirectory: Bool = false,
    included: [String] = [],
    excluded: [String] = [],
    _ comparison: NameComparison = .exact
  ) -> Verdict {
    let settings = FilterSettings(
      includedPaths: included.map { .path($0) },
      excludedPaths: excluded.map { .path($0) }
    )
    let filter = ScanFilter(settings: settings, adapter: "local", comparison: comparison)
    let path = SourcePath.path(path)
    let name = path.lastComponent ?? .root
    let entry = SourceEntry(name: name, kind: isDirectory ? .directory : .file)
    return filter.classify(entry, in: filter.scope(of: path.parent ?? .root))
  }

  @Test("an excluded directory is not listed, and its neighbours are")
  func excludedDirectory() {
    let excluded = ["Films/Old"]
    #expect(verdict("Films/Old", isDirectory: true, excluded: excluded) == .excluded(.excludedPath))
    #expect(verdict("Films/Old 2", isDirectory: true, excluded: excluded) == .directory)
    #expect(verdict("Old", isDirectory: true, excluded: excluded) == .directory)
    #expect(verdict("Films/a.mkv", excluded: excluded) == .video(.video))
  }

  @Test("everything below an excluded directory is excluded, wherever a scan begins")
  func belowExcluded() {
    #expect(verdict("A/B/C/a.mkv", excluded: ["A"]) == .excluded(.excludedPath))
    #expect(verdict("A/B/C", isDirectory: true, excluded: ["A"]) == .excluded(.excludedPath))
  }

  @Test("an excluded file is excluded")
  func excludedFile() {
    #expect(verdict("A/a.mkv", excluded: ["A/a.mkv"]) == .excluded(.excludedPath))
    #expect(verdict("A/b.mkv", excluded: ["A/a.mkv"]) == .video(.video))
  }

  @Test("the way to an included path is listed, and only what is below it counts")
  func included() {
    let included = ["A/B"]
    #expect(verdict("A", isDirectory: true, included: included) == .directory)
    #expect(verdict("A/B", isDirectory: true, included: included) == .directory)
    #expect(verdict("A/B/C", isDirectory: true, included: included) == .directory)
    #expect(verdict("A/B/C/a.mkv", included: included) == .video(.video))
    #expect(verdict("A/a.mkv", included: included) == .excluded(.outsideIncludedPaths))
    #expect(
      verdict("A/X", isDirectory: true, included: included) == .excluded(.outsideIncludedPaths)
    )
    #expect(verdict("X/Y/a.mkv", included: included) == .excluded(.outsideIncludedPaths))
  }

  @Test("an included file is taken, its neighbours are not")
  func includedFile() {
    #expect(verdict("A/a.mkv", included: ["A/a.mkv"]) == .video(.video))
    #expect(verdict("A/b.mkv", included: ["A/a.mkv"]) == .excluded(.outsideIncludedPaths))
  }

  @Test("what is excluded inside what is included stays out")
  func both() {
    let verdict = verdict("A/B/a.mkv", included: ["A"], excluded: ["A/B"])
    #expect(verdict == .excluded(.excludedPath))
  }

  @Test("an included path is taken though a name on its way is hidden")
  func hiddenOnTheWay() {
    let included = [".private/Films"]
    #expect(verdict(".private", isDirectory: true, included: included) == .directory)
    #expect(verdict(".private/Films/a.mkv", included: included) == .video(.video))
    #expect(verdict(".private/Films/.b/a.mkv", included: included) == .excluded(.hidden))
  }

  @Test("a scan that begins below a hidden or junk directory takes nothing")
  func belowHidden() {
    #expect(verdict(".private/A/a.mkv") == .excluded(.hidden))
    #expect(verdict("A/@eaDir/B/a.mkv") == .excluded(.junkName))
  }

  @Test("configured paths match as the source compares names")
  func caseInsensitive() {
    #expect(
      verdict("FILMS/Old", isDirectory: true, excluded: ["films/old"], .insensitive)
        == .excluded(.excludedPath)
    )
    #expect(verdict("FILMS/Old", isDirectory: true, excluded: ["films/old"]) == .directory)
    #expect(verdict("FILMS/a.mkv", included: ["films"], .insensitive) == .video(.video))
  }
}
