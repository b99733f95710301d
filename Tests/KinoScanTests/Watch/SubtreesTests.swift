import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("Subtrees of a scan")
struct SubtreesTests {
  private func subtrees(_ paths: [String], limit: Int = 64) -> Subtrees {
    var set = Subtrees(limit: limit)
    for path in paths { set.insert(path.isEmpty ? .root : .path(path)) }
    return set
  }

  @Test("none lies inside another, whichever came first")
  func disjoint() {
    #expect(subtrees(["a/b", "a", "a/c", "d"]).paths == [.path("a"), .path("d")])
    #expect(subtrees(["a", "a/b"]).paths == [.path("a")])
    #expect(subtrees(["a/b", "ab"]).paths == [.path("a/b"), .path("ab")])
    #expect(subtrees(["a/b", "", "c"]).isEverything)
  }

  @Test("what does not fit is merged into what is above, the deepest first")
  func merged() {
    let seasons = (0..<5).map { "Shows/One/S\($0)" }
    let set = subtrees(["Films"] + seasons, limit: 4)
    #expect(set.paths == [.path("Films"), .path("Shows/One")])
    #expect(subtrees(["a/1", "b/1", "c/1"], limit: 2).isEverything)
  }

  @Test("whatever is added stays covered, and the limit holds")
  func covers() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var set = Subtrees(limit: 5)
      var added: [SourcePath] = []
      for _ in 0..<40 {
        let depth = Int.random(in: 1...4, using: &random)
        let path = (0..<depth).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
        added.append(.path(path.joined(separator: "/")))
        set.insert(added[added.count - 1])
        #expect(set.paths.count <= 5)
        #expect(added.allSatisfy { path in set.paths.contains { $0.contains(path) } })
        #expect(!set.paths.contains { one in set.paths.contains { one.isAncestor(of: $0) } })
      }
    }
  }
}
