package import KinoCore

/// Reads the sidecars that describe videos.
package enum SidecarDescription {
  /// The kinds of sidecars that are read, as stored.
  package static let kinds: Set<String> = ["nfo", "json"]
  /// The longest of them, in bytes.
  package static let sizeLimit = Int64(NFODocument.sizeLimit)

  /// What one says.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - kind: Its kind, as stored.
  /// - Returns: Its descriptions, or why there are none.
  package static func content(of bytes: [UInt8], kind: String) -> SidecarContent {
    kind == "json" ? JSONDescription.content(of: bytes) : NFODocument.content(of: bytes)
  }
}
