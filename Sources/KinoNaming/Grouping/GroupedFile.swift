/// A file of a list that is grouped.
struct GroupedFile {
  /// Its place in the list.
  let place: Int
  /// Its folders as in the path, folded.
  let folder: [UInt8]
  /// The name of the nearest folder, folded.
  let folderName: [UInt8]
  /// Its name without extension, folded.
  let stem: [UInt8]
  let name: ParsedName

  /// Reads a path; `nil` if its extension is that of no video.
  init?(_ place: Int, _ path: [UInt8]) {
    let text = PathText(path)
    let parts = PathParts(text).parts
    guard let last = parts.last else { return nil }
    let rest = Array(text.folded[last.upperBound...].dropFirst())
    guard !Self.besides.contains(String(decoding: rest, as: UTF8.self)) else { return nil }
    self.place = place
    folder = Array(text.folded[..<last.lowerBound])
    folderName = parts.dropLast().last.map { Array(text.folded[$0]) } ?? []
    stem = Array(text.folded[last])
    name = NameParser().parse(path)
  }

  var isExtra: Bool { name.kind == .extra }

  private static let besides: Set<String> = [
    "nfo", "srt", "sub", "idx", "ass", "ssa", "vtt", "sup", "smi", "json", "xml", "txt", "jpg",
    "jpeg",
    "png", "webp", "mka", "ac3", "dts", "flac", "mp3", "ogg", "nzb", "torrent", "part",
  ]
}

/// The number at the end of the name of a part of a stack.
struct StackNumber {
  /// What stands before it, without separators at its end.
  let base: [UInt8]
  /// The word and the kind of its number: `cd` and `part` do not mix, nor figures and letters.
  let series: [UInt8]
  let number: Int

  /// Reads a folded name from its end; `nil` if it has no such number.
  init?(_ stem: [UInt8]) {
    var end = stem.count
    while end > 0, stem.count - end < 2, stem[end - 1].isDigit { end -= 1 }
    let isFigure = end < stem.count
    if !isFigure, end > 0, stem[end - 1] &- 0x61 < 4 { end -= 1 }
    guard end < stem.count, end > 0 else { return nil }
    let value =
      isFigure
      ? stem[end...].reduce(0) { $0 * 10 + Int($1 - 0x30) } : Int(stem[end] - 0x60)
    if isFigure, Self.blanks.contains(stem[end - 1]) { end -= 1 }
    var start = end
    while start > 0, stem[start - 1].isLower { start -= 1 }
    let word = Array(stem[start..<end])
    guard Self.words.contains(word), start > 0, Self.separators.contains(stem[start - 1]) else {
      return nil
    }
    var last = start
    while last > 0, Self.separators.contains(stem[last - 1]) { last -= 1 }
    base = Array(stem[..<last])
    series = word + [isFigure ? 1 : 0]
    number = value
  }

  private static let blanks = Array(" ._".utf8)
  private static let separators = Array(" ._-".utf8)
  private static let words = ["cd", "dvd", "part", "pt", "disc", "disk"].map { Array($0.utf8) }
}
