/// Where something is in a source, relative to the source's root.
///
/// The path is one buffer of raw components joined by `/`; the empty buffer is the root. It has no
/// leading or trailing slash and every component is a valid ``PathComponent``, so that no path
/// leads out of the root.
public struct SourcePath: Hashable, Sendable {
  /// The components, joined by `/`.
  ///
  /// Empty for the root.
  public let bytes: [UInt8]

  /// The root of the source.
  public static let root = SourcePath(trusted: [])

  /// Creates a path from untrusted bytes.
  ///
  /// The result is `nil` when any component is unsafe: empty, `.`, `..`, or holding NUL.
  ///
  /// - Parameter bytes: Components joined by single slashes.
  public init?(bytes: [UInt8]) {
    guard bytes.isEmpty || Self.isValid(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Creates a path from the UTF-8 bytes of a string, unchanged.
  ///
  /// The result is `nil` when any component is unsafe.
  ///
  /// - Parameter string: Components joined by single slashes.
  public init?(_ string: String) {
    self.init(bytes: Array(string.utf8))
  }

  /// Joins components.
  ///
  /// - Parameter components: The names from the root down, none of them ``PathComponent/root``.
  public init(components: some Sequence<PathComponent>) {
    self.bytes = Array(components.lazy.map(\.bytes).joined(separator: CollectionOfOne(Self.slash)))
  }

  /// Wraps bytes that were checked before, such as a path that was stored.
  package init(trusted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether this is the root of the source.
  public var isRoot: Bool { bytes.isEmpty }

  /// The number of components; 0 for the root.
  public var depth: Int {
    isRoot ? 0 : bytes.count { $0 == Self.slash } + 1
  }

  /// The components from the root down, split when asked for.
  public var components: [PathComponent] {
    bytes.split(separator: Self.slash).map { PathComponent(trusted: Array($0)) }
  }

  /// The path without its last component, or `nil` for the root.
  public var parent: SourcePath? {
    guard !isRoot else { return nil }
    let end = bytes.lastIndex(of: Self.slash) ?? 0
    return SourcePath(trusted: Array(bytes[..<end]))
  }

  /// The last component, or `nil` for the root.
  public var lastComponent: PathComponent? {
    guard !isRoot else { return nil }
    let start = bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return PathComponent(trusted: Array(bytes[start...]))
  }

  /// The path of a child.
  ///
  /// - Parameter component: The child's name.
  /// - Returns: This path and the name.
  public func appending(_ component: PathComponent) -> SourcePath {
    guard !isRoot else { return SourcePath(trusted: component.bytes) }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + component.bytes.count)
    joined += bytes
    joined.append(Self.slash)
    joined += component.bytes
    return SourcePath(trusted: joined)
  }

  /// Tells whether another path is strictly below this one.
  ///
  /// - Parameter other: The possible descendant.
  /// - Returns: `false` for the path itself.
  public func isAncestor(of other: SourcePath) -> Bool {
    guard !isRoot else { return !other.isRoot }
    return other.bytes.count > bytes.count && other.bytes[bytes.count] == Self.slash
      && other.bytes.starts(with: bytes)
  }

  /// Tells whether another path is this one or below it.
  ///
  /// - Parameter other: The path to look for.
  /// - Returns: `true` for the path itself.
  public func contains(_ other: SourcePath) -> Bool {
    self == other || isAncestor(of: other)
  }

  /// The path for a person to read: never to be parsed, compared or opened.
  ///
  /// Bytes that are not UTF-8 and characters that could forge a terminal line or reverse its text
  /// become U+FFFD. The root reads as `/`.
  public var displayText: String { isRoot ? "/" : bytes.displayText }

  static let slash = UInt8(ascii: "/")

  private static func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: slash, omittingEmptySubsequences: false)
      .allSatisfy { PathComponent.isValid(Array($0)) }
  }
}

extension SourcePath {
  /// Compares bytes.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Feeds the bytes to a hasher in one piece.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension SourcePath: Comparable {
  /// Orders by bytes, not by any locale.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension SourcePath: CustomStringConvertible {
  /// The same as ``displayText``.
  public var description: String { displayText }
}
