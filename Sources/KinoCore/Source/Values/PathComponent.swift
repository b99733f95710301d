/// One name in a directory, as the raw bytes the source gave.
///
/// Nothing is decoded, folded or normalised: two components are equal when their bytes are.
/// A component is never empty, never `.` or `..`, and holds neither `/` nor NUL, so that joining
/// components can not leave the directory they were joined to.
public struct PathComponent: Hashable, Sendable {
  /// The name, in the source's own encoding.
  public let bytes: [UInt8]

  /// Creates a component from untrusted bytes.
  ///
  /// The result is `nil` when the bytes are not a single safe name.
  ///
  /// - Parameter bytes: The raw name.
  public init?(bytes: [UInt8]) {
    guard Self.isValid(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Creates a component from the UTF-8 bytes of a string, unchanged.
  ///
  /// The result is `nil` when the string is not a single safe name.
  ///
  /// - Parameter string: The name.
  public init?(_ string: String) {
    self.init(bytes: Array(string.utf8))
  }

  /// Wraps a name that was checked before: one that a kernel listed, or a part of a path.
  package init(trusted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The name in the entry that describes a source's root itself, which has none.
  ///
  /// It is the only component without bytes and can not be appended to a path.
  public static let root = PathComponent(trusted: [])

  /// The name for a person to read; see ``SourcePath/displayText``.
  public var displayText: String { bytes.displayText }

  /// Tells whether bytes form one name that is safe to join to a directory.
  ///
  /// - Parameter bytes: The candidate.
  /// - Returns: Whether ``init(bytes:)`` accepts them.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    let dot = UInt8(ascii: ".")
    switch bytes.count {
    case 0: return false
    case 1 where bytes[0] == dot: return false
    case 2 where bytes[0] == dot && bytes[1] == dot: return false
    default: break
    }
    // No early exit: without one the loop works on many bytes at once.
    var forbidden: UInt8 = 0
    for byte in bytes {
      forbidden |= (byte == 0 ? 1 : 0) | (byte == UInt8(ascii: "/") ? 1 : 0)
    }
    return forbidden == 0
  }
}

extension PathComponent {
  /// Compares bytes.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Feeds the bytes to a hasher in one piece.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension PathComponent: Comparable {
  /// Orders by bytes, not by any locale.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension PathComponent: CustomStringConvertible {
  /// The same as ``displayText``.
  public var description: String { displayText }
}
