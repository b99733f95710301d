import KinoCore

/// The names that tell a disc's parts apart; letters of ASCII match in either case.
enum DiscNames {
  /// Whether a file of a disc's structure is the one that players open first.
  static func standsForDisc(_ name: [UInt8]) -> Bool {
    matches(name, "index.bdmv") || matches(name, "video_ts.ifo")
  }

  /// Whether a directory is `BDMV/BACKUP`, where a Blu-ray keeps its structure a second time.
  static func isBackup(_ directory: SourcePath) -> Bool {
    let path = directory.bytes
    let end: StaticString = "bdmv/backup"
    guard path.count >= end.utf8CodeUnitCount else { return false }
    let start = path.count - end.utf8CodeUnitCount
    guard start == 0 || path[start - 1] == UInt8(ascii: "/") else { return false }
    return matches(path[start...], end)
  }

  /// Compares with a text in small letters.
  private static func matches(_ name: some Collection<UInt8>, _ text: StaticString) -> Bool {
    guard name.count == text.utf8CodeUnitCount else { return false }
    return name.lazy.map(\.asciiLowercased).elementsEqual(text.description.utf8)
  }
}
