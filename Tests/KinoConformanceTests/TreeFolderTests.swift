import KinoConformance
import KinoCore
import KinoTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Folder of a fixture")
struct TreeFolderTests {
  @Test("it holds what is built and changed in it, and is gone when it is deleted")
  func build() throws {
    let folder = try TreeFolder(in: "/tmp")
    defer { folder.delete() }
    try folder.build([
      TreeNode(.path("a/b/file"), .file([1, 2, 3])), TreeNode(.path("a/empty"), .directory),
      TreeNode(.path("large"), .sparse(size: 5 << 30)), TreeNode(.path("link"), .link(to: "large")),
    ])
    #expect(size(of: folder, "a/b/file") == 3)
    #expect(size(of: folder, "link") == 5 << 30)
    try folder.apply(.write(.path("a/b/file"), [1]))
    try folder.apply(.move(.path("a/b"), to: .path("c/d")))
    #expect(size(of: folder, "c/d/file") == 1 && size(of: folder, "a/b/file") == nil)
    try folder.apply(.remove(.path("a")))
    #expect(size(of: folder, "a/empty") == nil)
    try folder.replaceRoot()
    #expect(size(of: folder, "large") == nil)
    folder.delete()
    #expect(unsafe access(folder.path, F_OK) != 0)
  }

  @Test("what can not be built is said to be not run")
  func refused() throws {
    #expect(throws: NotRun.self) { try TreeFolder(in: "/nowhere/at/all") }
    let folder = try TreeFolder(in: "/tmp")
    defer { folder.delete() }
    #expect(throws: NotRun.self) { try folder.apply(.remove(.path("absent"))) }
    let long = SourcePath(components: [.name(String(repeating: "n", count: 300))])
    #expect(throws: NotRun.self) { try folder.build([TreeNode(long, .file([]))]) }
  }

  private func size(of folder: TreeFolder, _ path: String) -> Int? {
    var found = stat()
    guard unsafe stat("\(folder.path)/\(path)", &found) == 0 else { return nil }
    return Int(found.st_size)
  }
}
