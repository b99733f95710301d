internal import CBenchmark
import Foundation

/// A tree of media files that can be scanned and changed.
struct SampleTree {
  let root: String
  let files: Int

  /// The first files with this extension, in no particular order.
  func paths(withExtension suffix: String, count: Int) -> [String] {
    var paths: [String] = []
    let names = FileManager.default.enumerator(atPath: root)
    while paths.count < count, let name = names?.nextObject() as? String {
      if name.hasSuffix(".\(suffix)") { paths.append("\(root)/\(name)") }
    }
    return paths
  }

  /// Writes into a file without changing its size.
  func rewrite(_ path: String) throws {
    let code = unsafe kb_rewrite(path)
    guard code == 0 else { throw BenchmarkError("\(path) cannot be written: error \(code)") }
  }

  /// Sets a file's modification time to now.
  func touch(_ path: String) throws {
    let code = unsafe kb_touch(path)
    guard code == 0 else { throw BenchmarkError("\(path) cannot be touched: error \(code)") }
  }
}
