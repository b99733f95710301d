/// A file of a list that is grouped.
struct GroupedFile {
  /// Its place in the list.
  let place: Int
  /// Its folders as in the path, folded.
  let folder: [UInt8]
  /// The name of the nearest folder, folded.
  let folderName: [UInt8]
  /// The folders in which it lies with the other parts of its stack, and the nearest of their names:
  /// for a disc those around its own.
  let parent: [UInt8]
  let parentName: [UInt8]
  /// Its name without extension, folded.
  let stem: [UInt8]
  let name: ParsedName
  /// What kind of disc it is, or is part of.
  let disc: DiscKind?

  /// Reads a path; `nil` if its extension is that of no video, and it is no part of a disc.
  ///
  /// A file of a disc stands for the disc: its name is that of the folder that holds the disc's tree,
  /// and it lies in that folder.
  init?(_ place: Int, _ path: [UInt8]) {
    let text = PathText(path)
    let parts = PathParts(text).parts
    guard let last = parts.last else { return nil }
    self.place = place
    name = NameParser().parse(path)
    if let root = DiscTree.root(text, parts) {
      disc = root.kind
      let holder = root.parts > 0 ? parts[root.parts - 1] : 0..<0
      folder = Array(text.folded[..<parts[root.parts].lowerBound])
      folderName = Array(text.folded[holder])
      stem = folderName
      parent = Array(text.folded[..<holder.lowerBound])
      parentName = root.parts > 1 ? Array(text.folded[parts[root.parts - 2]]) : []
      return
    }
    let rest = String(decoding: text.folded[last.upperBound...].dropFirst(), as: UTF8.self)
    guard !Self.besides.contains(rest) else { return nil }
    disc = ["iso", "img"].contains(rest) ? .image : nil
    folder = Array(text.folded[..<last.lowerBound])
    folderName = parts.dropLast().last.map { Array(text.folded[$0]) } ?? []
    stem = Array(text.folded[last])
    parent = folder
    parentName = folderName
  }

  /// Whether it is one of many files of a disc.
  var isInTree: Bool { disc == .bluray || disc == .dvd }

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
  ///
  /// Of discs the name may be nothing else, `Disc 1`; then `folder` is what stands before it.
  init?(_ stem: [UInt8], folder: [UInt8]? = nil) {
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
    guard Self.words.contains(word) else { return nil }
    series = word + [isFigure ? 1 : 0]
    number = value
    if start == 0, let folder, !folder.isEmpty {
      base = folder
      return
    }
    guard start > 0, Self.separators.contains(stem[start - 1]) else { return nil }
    var last = start
    while last > 0, Self.separators.contains(stem[last - 1]) { last -= 1 }
    base = Array(stem[..<last])
  }

  private static let blanks = Array(" ._".utf8)
  private static let separators = Array(" ._-".utf8)
  private static let words = ["cd", "dvd", "part", "pt", "disc", "disk"].map { Array($0.utf8) }
}
