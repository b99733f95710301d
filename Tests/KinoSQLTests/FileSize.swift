import Foundation
import KinoSQL

enum FileSize {
  static func of(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
  }
}

enum FileDigest {
  /// The SHA-256 of a file's bytes.
  ///
  /// Throws where there is no file to read. (Reading `Data` from a path that is no file leaks.)
  static func of(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw CocoaError(.fileReadNoSuchFile) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      guard count > 0 else {
        guard unsafe ferror(file) == 0 else { throw CocoaError(.fileReadUnknown) }
        return SHA256.hash(bytes)
      }
      bytes += buffer[..<count]
    }
  }
}
