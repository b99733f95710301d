public import KinoCore

/// A place that a library scans: a folder, a share, a server.
public struct Source: Hashable, Sendable, Identifiable {
  /// Names the source for good, also after it was edited.
  public let id: UID
  /// What people call it.
  public var name: String
  /// What to open, without any secret.
  public var configuration: SourceConfiguration
  /// Whether scans are allowed.
  public var isEnabled: Bool
  /// Which entries matter.
  public var filter: FilterSettings
  /// How long what goes missing is kept.
  public var retention: RetentionSettings
  /// Since when the source cannot be reached; `nil` while it can.
  public var offlineSince: Timestamp?

  /// Describes a source; ``LibrarySources`` makes them.
  package init(
    id: UID,
    name: String,
    configuration: SourceConfiguration,
    isEnabled: Bool,
    filter: FilterSettings,
    retention: RetentionSettings,
    offlineSince: Timestamp?
  ) {
    self.id = id
    self.name = name
    self.configuration = configuration
    self.isEnabled = isEnabled
    self.filter = filter
    self.retention = retention
    self.offlineSince = offlineSince
  }
}

extension SourceConfiguration {
  /// A folder of this machine.
  ///
  /// - Parameter path: Absolute, and best without links, since a link's target may change. Slashes
  ///   to spare do not count.
  /// - Returns: The configuration for the adapter of the kind `local`.
  public static func local(_ path: String) -> SourceConfiguration {
    local(bytes: Array(path.utf8))
  }

  /// A folder of this machine whose name need not be text.
  ///
  /// - Parameter path: As ``local(_:)`` takes it, in the bytes of the file system.
  /// - Returns: The configuration for the adapter of the kind `local`.
  public static func local(bytes path: [UInt8]) -> SourceConfiguration {
    let slash = UInt8(ascii: "/")
    let names = path.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let isAbsolute = path.first == slash
    let joined = Array(names.joined(separator: [slash]))
    let rootPath = isAbsolute ? [slash] + joined : joined
    return SourceConfiguration(
      kind: "local",
      location: rootPath.displayText,
      rootPath: rootPath
    )
  }
}
