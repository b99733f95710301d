/// What the name of a subtitle file says beyond the name of its video.
public struct SubtitleName: Hashable, Sendable {
  /// The language as a BCP 47 tag.
  public let language: Found<String>?
  /// What else the name says, such as who translated it.
  public let title: Found<String>?
  /// Whether it is to be shown unless another is chosen.
  public let isDefault: Bool
  /// Whether it is to be shown always: it translates what is foreign in the film.
  public let isForced: Bool
  /// Whether it also tells sounds, for those who do not hear them.
  public let isForHearingImpaired: Bool

  /// Reads a name from right to left: flags, languages, and a title from what is left.
  ///
  /// - Parameters:
  ///   - path: The path of the subtitle file.
  ///   - video: The name of its video without folders and extension. Without it the parts behind
  ///     the last bracket, or else all but the first, are read.
  public init(_ path: [UInt8], video: [UInt8]? = nil) {
    let text = PathText(path)
    let name = PathParts(text).parts.last ?? 0..<0
    var tags = SubtitleTags(text, Self.tail(text, name, video))
    tags.read()
    language = tags.language
    title = tags.title
    isDefault = tags.isDefault
    isForced = tags.isForced
    isForHearingImpaired = tags.isForHearingImpaired
  }

  /// The part of a name that is not its video's.
  private static func tail(_ text: PathText, _ name: Range<Int>, _ video: [UInt8]?) -> Range<Int> {
    if let video, video.count <= name.count {
      let folded = PathText(video).folded
      if text.folded[name].starts(with: folded) {
        return name.lowerBound + folded.count..<name.upperBound
      }
    }
    let closing: [UInt8] = [UInt8(ascii: "]"), UInt8(ascii: ")")]
    if let bracket = text.raw[name].lastIndex(where: { closing.contains($0) }) {
      return bracket + 1..<name.upperBound
    }
    return (text.raw[name].firstIndex(of: UInt8(ascii: ".")) ?? name.upperBound)..<name.upperBound
  }
}
