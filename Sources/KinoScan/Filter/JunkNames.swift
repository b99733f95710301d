/// Names that systems leave behind in every folder and that never are media.
///
/// The rules hold for files and directories alike, and letters of ASCII match in either case.
struct JunkNames: Sendable {
  /// Which first bytes any junk name has: most names are cleared by this alone.
  private let firstBytes: [Bool]
  private let names: [[UInt8]]
  private let prefixes: [[UInt8]]

  init(names: [String] = Self.builtInNames, prefixes: [String] = Self.builtInPrefixes) {
    self.names = names.map { $0.utf8.map(\.asciiLowercased) }
    self.prefixes = prefixes.map { $0.utf8.map(\.asciiLowercased) }
    var firstBytes = [Bool](repeating: false, count: 256)
    for first in (self.names + self.prefixes).compactMap(\.first) { firstBytes[Int(first)] = true }
    self.firstBytes = firstBytes
  }

  @inline(__always)
  func contains(_ name: some RandomAccessCollection<UInt8>) -> Bool {
    guard let first = name.first, firstBytes[Int(first.asciiLowercased)] else { return false }
    return isListed(name)
  }

  private func isListed(_ name: some RandomAccessCollection<UInt8>) -> Bool {
    prefixes.contains { prefix in
      name.count >= prefix.count && zip(name, prefix).allSatisfy { $0.asciiLowercased == $1 }
    }
      || names.contains { junk in
        junk.count == name.count && zip(name, junk).allSatisfy { $0.asciiLowercased == $1 }
      }
  }

  static let builtInNames = [
    // macOS
    ".DS_Store", ".AppleDouble", ".AppleDB", ".AppleDesktop", ".fseventsd", ".Spotlight-V100",
    ".TemporaryItems", ".DocumentRevisions-V100", ".apdisk", "Network Trash Folder",
    "Temporary Items", "__MACOSX",
    // Windows
    "Thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "$RECYCLE.BIN", "RECYCLER",
    "System Volume Information",
    // Linux
    "lost+found",
    // Synology, QNAP and other servers
    "@eaDir", "@tmp", "@sharebin", "#recycle", "#snapshot", "@Recycle", "@Recently-Snapshot",
    "@Transcode", ".@__thumb", ".@__qini", ".@upload_cache", ".streams", ".snapshot", ".zfs",
    // Synchronisation
    ".stfolder", ".stversions", ".sync",
  ]

  static let builtInPrefixes = ["._", ".Trash", "@Syno"]
}
