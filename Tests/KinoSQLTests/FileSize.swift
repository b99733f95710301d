import Foundation
import KinoSQL

enum FileSize {
  static func of(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
  }
}

enum FileDigest {
  /// The SHA-256 of a file's bytes.
  static func of(_ path: String) throws -> [UInt8] {
    SHA256.hash(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }
}
