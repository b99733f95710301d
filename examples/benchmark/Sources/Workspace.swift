import Foundation

/// The folder in which trees and databases lie.
struct Workspace {
  private let root: String
  /// Whether the folder is there for the next time.
  private let isKept: Bool

  /// Opens a folder that is kept, or makes a temporary one.
  init(keptAt path: String?) throws {
    isKept = path != nil
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("kinothek-benchmark-\(UUID().uuidString)").path
    root = URL(fileURLWithPath: path ?? temporary).path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  /// Removes a temporary folder, and the trees with it.
  func close() {
    if !isKept { try? FileManager.default.removeItem(atPath: root) }
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// A folder of this name with nothing in it.
  func emptyFolder(_ name: String) throws -> String {
    let folder = path(name)
    if FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.removeItem(atPath: folder)
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The tree with this many files, made if it is not there in full.
  func tree(of files: Int) throws -> SampleTree {
    let folder = path("tree-\(files)")
    let mark = folder + ".complete"
    if !FileManager.default.fileExists(atPath: mark) {
      printError("Making a tree of \(files) files …")
      var generator = TreeGenerator(root: try emptyFolder("tree-\(files)"), limit: files)
      try generator.run()
      try Data().write(to: URL(fileURLWithPath: mark))
    }
    return SampleTree(root: folder, files: files)
  }
}
