import KinoCommand
import KinoCore

/// Which bytes of a file are wanted, as in HTTP (RFC 9110, section 14.1.2).
enum ByteRange: Hashable, Sendable {
  /// All of them.
  case everything
  /// From the first on, to the end.
  case from(Int64)
  /// From the first to the last, both included.
  case through(Int64, Int64)
  /// As many at the end.
  case last(Int64)

  /// Reads `A-B`, `A-` or `-N`.
  ///
  /// - Throws: `UsageError` for anything else.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Self.wrong }
    switch (parts[0].isEmpty, parts[1].isEmpty) {
    case (false, true): self = .from(try Self.number(parts[0]))
    case (true, false):
      self = .last(try Self.number(parts[1]))
      if self == .last(0) { throw Self.wrong }
    case (false, false):
      let (first, last) = (try Self.number(parts[0]), try Self.number(parts[1]))
      guard first <= last, last < .max else { throw Self.wrong }
      self = .through(first, last)
    case (true, true): throw Self.wrong
    }
  }

  /// Where the wanted bytes begin, and where they end; the end is `nil` where only the file's end
  /// tells.
  ///
  /// - Parameter size: The file's length; `nil` when the source did not say.
  /// - Returns: The first byte, and the one behind the last.
  /// - Throws: `SourceError`: `rangeNotSatisfiable` when none of them is in the file, `unsupported`
  ///   when they are counted from an end that is not known.
  func bounds(in size: Int64?) throws(SourceError) -> (start: Int64, end: Int64?) {
    guard let size else {
      switch self {
      case .everything: return (0, nil)
      case .from(let first): return (first, nil)
      case .through(let first, let last): return (first, last + 1)
      case .last: throw SourceError(.unsupported)
      }
    }
    let start =
      switch self {
      case .everything: Int64(0)
      case .from(let first), .through(let first, _): first
      case .last(let count): max(0, size - count)
      }
    guard start < size || self == .everything else { throw SourceError(.rangeNotSatisfiable) }
    guard case .through(_, let last) = self else { return (start, size) }
    return (start, min(last + 1, size))
  }

  private static func number(_ digits: Substring) throws(UsageError) -> Int64 {
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int64(digits)
    else { throw wrong }
    return number
  }

  private static let wrong = UsageError("--range takes A-B, A- or -N, in bytes counted from 0")
}
