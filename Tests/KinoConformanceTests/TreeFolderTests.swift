import Foundation
import KinoConformance
import KinoCore
import KinoTestSupport
import Testing

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

  #if os(Linux)
  @Test(
    "what removes a folder is no part of our process group, and is tried again when it was ended"
  )
  func removal() async throws {
    let folder = try TreeFolder(in: "/tmp")
    try folder.build((0..<8000).map { TreeNode(.path("films/\($0)"), .file([])) })
    let end = Task { await Self.endRemoval(of: folder.path) }
    // The thread of this test waits in it.
    let isGone = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: folder.delete()) }
    }
    let removal = try #require(await end.value, "no removal was seen")
    #expect(removal.group == removal.process && removal.group != getpgrp())
    #expect(isGone)
    #expect(unsafe access(folder.path, F_OK) != 0)
  }

  /// Ends the first program that removes a folder, once it has begun.
  ///
  /// - Returns: The program and its process group; `nil` when none was seen.
  private static func endRemoval(of path: String) async -> (process: pid_t, group: pid_t)? {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end, unsafe access(path, F_OK) == 0 {
      for process in children {
        let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        let group = getpgid(process)
        guard words.starts(with: "/bin/rm".utf8), words.firstRange(of: Data(path.utf8)) != nil,
          group > 0
        else { continue }
        kill(process, SIGKILL)
        return (process, group)
      }
      await Task.yield()
    }
    return nil
  }

  /// The processes that this one has begun.
  private static var children: [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.flatMap { thread in
      let list = FileManager.default.contents(atPath: "/proc/self/task/\(thread)/children")
      return String(decoding: list ?? Data(), as: UTF8.self).split(separator: " ").compactMap {
        pid_t($0)
      }
    }
  }
  #endif

  private func size(of folder: TreeFolder, _ path: String) -> Int? {
    var found = stat()
    guard unsafe stat("\(folder.path)/\(path)", &found) == 0 else { return nil }
    return Int(found.st_size)
  }
}
