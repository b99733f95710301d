import Foundation
import KinoSQL
import KinoTestTools
import Testing

/// What must not be opened, offered to the whole product: nothing is created, nothing changes.
@Suite("Files that are no library of ours")
struct RefusalTests {
  private let workspace = Workspace()

  @Test("another application's database is refused, untouched (MG-2)")
  func foreign() async throws {
    try await refuse(as: "foreign") { path in
      let connection = try Connection(.file(path, .create))
      try connection.execute("PRAGMA application_id = 4711; CREATE TABLE notes (text TEXT)")
    }
  }

  @Test("a newer library is refused, untouched (MG-2)")
  func newer() async throws {
    try await refuse(as: "newerVersion") { path in
      let folder = (path as NSString).deletingLastPathComponent
      try LibrarySample.ofEachVersion[10].make(in: folder)
      let connection = try Connection(.file(path))
      try connection.execute("PRAGMA user_version = 999")
    }
  }

  @Test("a file that is no database is refused, untouched")
  func noDatabase() async throws {
    try await refuse(as: "foreign") { path in
      try Data("my diary, and nobody else's\n".utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  @Test("a library whose pages are damaged is refused, untouched")
  func damaged() async throws {
    try await refuse(as: "damaged") { path in
      let folder = (path as NSString).deletingLastPathComponent
      try LibrarySample.ofEachVersion[10].make(in: folder)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: 100)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 8_000))
      try file.close()
    }
  }

  @Test("a link to a library is refused, and what it leads to stays untouched")
  func link() async throws {
    let target = try workspace.makeFolder("target")
    try LibrarySample.ofEachVersion[10].make(in: target)
    let before = try content(of: target)
    try await refuse(as: "unsuitableLocation") { path in
      try FileManager.default.createSymbolicLink(
        atPath: path,
        withDestinationPath: "\(target)/library.sqlite"
      )
    }
    #expect(try content(of: target) == before)
  }

  /// Runs `scan-local` over a library that a closure makes, and expects a typed refusal.
  private func refuse(
    as kind: String,
    _ make: (String) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let folder = try workspace.makeFolder("library")
    try make("\(folder)/library.sqlite")
    let before = try content(of: folder)
    let root = try FolderTree(at: workspace.file("tree"))
    let command = ScanLocal(root: root.path, database: folder, log: workspace.file("log"))
    let scan = try await onThread { try command.run() }
    #expect(scan.exit == .code(1), "\(scan.text)", sourceLocation: sourceLocation)
    #expect(scan.report?.error?.kind == kind, "\(scan.text)", sourceLocation: sourceLocation)
    #expect(try content(of: folder) == before, sourceLocation: sourceLocation)
  }

  /// Every file of a folder by its name.
  private func content(of folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
      }
    )
  }
}
