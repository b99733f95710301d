internal import Foundation

/// A folder for one test, removed with everything in it when nobody holds it any more.
package final class Workspace: Sendable {
  /// Absolute, without symbolic links.
  package let path: String

  /// Makes the folder; a test without one cannot go on.
  package init() {
    var template = Array("/tmp/kino-harness-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil, let real = unsafe realpath(template, nil) else {
      preconditionFailure("no temporary folder: errno \(errno)")
    }
    defer { unsafe free(real) }
    path = unsafe String(cString: real)
  }

  /// `rm` takes names that are not UTF-8 and paths of any length.
  deinit {
    guard Tier.variable("KINO_KEEP") == nil else { return }
    let remove = try? ChildProcess(["/bin/rm", "-rf", path])
    _ = remove?.wait()
  }

  /// A path in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in the folder, unless it is there.
  package func makeFolder(_ name: String) throws -> String {
    let folder = file(name)
    guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw Violation("mkdir \(folder): errno \(errno)")
    }
    return folder
  }

  /// Copies a folder with everything in it; what the target holds goes first.
  package func copyFolder(_ from: String, to target: String) throws {
    try FileManager.default.removeItemIfThere(target)
    try FileManager.default.copyItem(atPath: from, toPath: target)
  }
}

extension FileManager {
  func removeItemIfThere(_ path: String) throws {
    guard fileExists(atPath: path) else { return }
    try removeItem(atPath: path)
  }
}
