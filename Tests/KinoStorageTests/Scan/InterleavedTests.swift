import KinoCore
import KinoStorage
import KinoTestSupport
import Testing

/// Runs of two sources share the tables in which they compare.
@Suite("Two runs that are processed at the same time")
struct InterleavedTests {
  @Test("each finds what became of its files, whatever the other does in between", arguments: 1...6)
  func identities(_ step: Int) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for name in ["a.mkv", "b.mkv", "c.mkv", "d.mkv"] { tree.add(name) }
    let (first, second) = try await library.rows("a.mkv", "b.mkv", after: tree)
    let (third, fourth) = (
      try await library.item("c.mkv")?.id, try await library.item("d.mkv")?.id
    )
    tree.exchange("a.mkv", "b.mkv")
    tree.exchange("c.mkv", "d.mkv")
    let other = try await OtherSource(library)
    library.clock.advance(by: .seconds(60))
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    _ = try await library.store.beginProcessing(run, at: library.now)

    var steps = 0
    func disturb() async throws {
      steps += 1
      if steps == step { try await other.compare() }
    }
    var last: Int64 = 0
    while true {
      let questions = try await library.store.identityQuestions(of: run, after: last, limit: 2)
      guard let end = questions.last?.sequence else { break }
      try await disturb()
      try await library.store.resolveIdentities(questions.compactMap(\.identified), in: run)
      try await disturb()
      last = end
    }
    try await disturb()
    try await library.store.settleIdentities(of: run)
    try await disturb()
    #expect(try await library.store.moveQuestions(of: run, after: 0, limit: 5).isEmpty)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.moved == 4)
    #expect(outcome.added + outcome.changed + outcome.missing + outcome.conflicts == 0)
    let rows = [second, first, fourth, third]
    for (name, row) in zip(["a.mkv", "b.mkv", "c.mkv", "d.mkv"], rows) {
      #expect(try await library.item(name)?.id == row)
    }
  }
}

/// A second source of a library, in which something is gone and something else was added.
private struct OtherSource {
  private let library: ScanLibrary
  private let run: RunHandle

  init(_ library: ScanLibrary) async throws {
    self.library = library
    let source = try await library.store.sources.add(
      SourceDraft(
        displayName: "Shows",
        configuration: SourceConfiguration(kind: "local", rootPath: Array("/shows".utf8)),
        comparison: ComparisonPolicy(ignoresCase: false, composes: false, unicodeVersion: ""),
        retention: .local
      ),
      uid: UID(high: 2, low: 2),
      at: library.now
    )
    var tree = SourceTree()
    for name in ["x.mkv", "y.mkv"] { tree.add(name) }
    var request = library.request()
    request.source = source
    let before = try await library.admit(request)
    try await library.enumerate(tree, in: before)
    _ = try await library.store.beginProcessing(before, at: library.now)
    _ = try await library.store.finalize(before, library.order())
    tree.exchange("x.mkv", "y.mkv")
    library.clock.advance(by: .seconds(60))
    run = try await library.admit(request)
    try await library.enumerate(tree, in: run)
    _ = try await library.store.beginProcessing(run, at: library.now)
  }

  func compare() async throws {
    let questions = try await library.store.identityQuestions(of: run, after: 0, limit: 5)
    #expect(questions.count == 2)
  }
}
