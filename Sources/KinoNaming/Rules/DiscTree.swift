/// The folders and files of a disc, whose own names say nothing of what is on it.
enum DiscTree {
  /// What kind of disc a path leads into, and how many of its parts lead to the disc.
  ///
  /// The last part may have lost its extension.
  static func root(_ path: PathText, _ parts: [Range<Int>]) -> (kind: DiscKind, parts: Int)? {
    for (index, part) in parts.enumerated() {
      switch part.count {
      case 4 where equals(path, part, "bdmv"): return (.bluray, index)
      case 8 where equals(path, part, "video_ts"): return (.dvd, index)
      default: continue
      }
    }
    guard let last = parts.last, last.count >= 8, isFile(path, last) else { return nil }
    return (.dvd, parts.count - 1)
  }

  /// `VIDEO_TS.IFO`, `VTS_01_2.VOB`: a file of a DVD, wherever it lies.
  private static func isFile(_ path: PathText, _ name: Range<Int>) -> Bool {
    var cursor = Cursor(path.folded, name)
    if cursor.take(Self.manager) { return isRest(cursor) }
    guard cursor.take(Self.set), cursor.number(2...2) != nil, cursor.take("_"),
      cursor.number(1...1) != nil
    else { return false }
    return isRest(cursor)
  }

  private static func isRest(_ cursor: Cursor) -> Bool {
    var cursor = cursor
    guard !cursor.isAtEnd else { return true }
    guard cursor.take(".") else { return false }
    return [Self.ifo, Self.bup, Self.vob].contains { end in
      var ahead = cursor
      return ahead.take(end) && ahead.isAtEnd
    }
  }

  private static func equals(_ path: PathText, _ part: Range<Int>, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe $0.elementsEqual(path.folded[part]) }
  }

  private static let manager = Array("video_ts".utf8)
  private static let set = Array("vts_".utf8)
  private static let ifo = Array("ifo".utf8)
  private static let bup = Array("bup".utf8)
  private static let vob = Array("vob".utf8)
}
