/// Reads what paths of videos say.
///
/// A pure function of the path's bytes: no file is touched, nothing is remembered. Its time grows
/// with the length of the path and with nothing else. The rules and their order are in
/// `specs/naming.md`.
public struct NameParser: Sendable {
  /// Counts up with every change of the rules that can change a result, so that what is stored can
  /// be told from what would be read now.
  public static let version = 2

  /// The most episodes that a range may hold; a longer one is not read as a range.
  public static let longestRange = 2_000

  /// The most bytes of a folder or of the name that are read; what lies behind them is left aside.
  public static let longestPart = 4_096

  /// Creates a parser.
  public init() {}

  /// Reads a path in UTF-8, or in whatever bytes the source has.
  ///
  /// - Parameter path: Folders and a name, with `/` between them; of any length.
  /// - Returns: What it says. Ranges of its evidence are offsets into `path`.
  public func parse(_ path: [UInt8]) -> ParsedName {
    let text = PathText(path)
    var parts = PathParts(text).parts
    if let disc = DiscTree.root(text, parts) { parts.removeLast(parts.count - disc.parts) }
    guard let name = parts.last.map(Self.shortened) else { return ParsedName() }
    var folders = Folders(text, parts.dropLast())
    var reading = Reading.read(text, name, folders.surroundings)
    if !reading.isEpisodic, let forwards = Reversal.undone(text, name) {
      return parseReversed(forwards, in: name)
    }
    folders.explain(&reading, text)
    return reading.result(of: text, in: folders)
  }

  /// As much of a part of a path as is read.
  static func shortened(_ part: Range<Int>) -> Range<Int> {
    part.lowerBound..<min(part.upperBound, part.lowerBound + longestPart)
  }

  /// Reads a path.
  public func parse(_ path: String) -> ParsedName { parse(Array(path.utf8)) }
}
