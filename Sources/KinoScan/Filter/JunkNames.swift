/// Names that systems leave behind in every folder and that never are media.
///
/// The rules hold for files and directories alike, and letters of ASCII match in either case.
struct JunkNames: Sendable {
  /// Which lengths a junk name may have, as bits, by its first byte.
  ///
  /// Lengths of 63 and more share the last bit. Most names are cleared by this alone.
  private let lengths: [UInt64]
  private let names: [[UInt8]]
  private let prefixes: [[UInt8]]

  init(names: [String] = Self.builtInNames, prefixes: [String] = Self.builtInPrefixes) {
    self.names = names.map { $0.utf8.map(\.asciiLowercased) }
    self.prefixes = prefixes.map { $0.utf8.map(\.asciiLowercased) }
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in self.names { lengths[Int(name[0])] |= Self.bit(name.count) }
    for prefix in self.prefixes { lengths[Int(prefix[0])] |= ~(Self.bit(prefix.count) &- 1) }
    self.lengths = lengths
  }

  /// Whether the bytes in `range` are such a name.
  @inline(__always)
  func contains(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let first = Int(bytes[range.lowerBound].asciiLowercased)
    guard lengths[first] & Self.bit(range.count) != 0 else { return false }
    return isListed(bytes[range])
  }

  @inline(__always)
  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  private func isListed(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.map(\.asciiLowercased)
    return prefixes.contains { name.starts(with: $0) } || names.contains(name)
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
