extension Reading {
  /// Reads what makes a file an extra by the end of its name: `-trailer`, `.sample`, `-deleted`.
  mutating func readExtraSuffix() {
    guard let last = words.last, words.count > 0 else { return }
    let index = words.count - 1
    var end = last.end
    if last.count > 6, path.folded[end - 1].isDigit { end -= 1 }
    guard let key = WordKey(path.folded, last.start..<end), let suffix = Self.suffixes[key] else {
      return
    }
    let isAlone = words.count == 1
    guard suffix.isTelling || last.gap.subtracting(.close).isHyphen else { return }
    guard !isAlone || suffix.isTelling else { return }
    extra = Mark(suffix.kind, index..<index + 1, .extraSuffix)
    if !isAlone { words[index].role = .extra }
  }

  private struct Suffix {
    let kind: ExtraKind
    /// Whether it says so behind any separator, and alone.
    let isTelling: Bool
  }

  private static let suffixes = KeyTable(
    slots: 32,
    [
      ("trailer", Suffix(kind: .trailer, isTelling: true)),
      ("sample", Suffix(kind: .sample, isTelling: true)),
      ("deleted,deletedscene", Suffix(kind: .deletedScene, isTelling: false)),
      ("behindthescenes", Suffix(kind: .behindTheScenes, isTelling: false)),
      ("featurette", Suffix(kind: .featurette, isTelling: false)),
      ("interview", Suffix(kind: .interview, isTelling: false)),
      ("scene", Suffix(kind: .scene, isTelling: false)),
      ("short", Suffix(kind: .short, isTelling: false)),
      ("clip", Suffix(kind: .clip, isTelling: false)),
      ("other,extra", Suffix(kind: .other, isTelling: false)),
    ]
  )
}

extension ExtraKind {
  /// The kinds that names of folders give to all that is in them.
  static let folders = KeyTable<ExtraKind>(
    slots: 128,
    [
      ("trailers,trailer", .trailer), ("samples,sample", .sample),
      ("featurettes,featurette", .featurette), ("interviews,interview", .interview),
      ("scenes,scene", .scene), ("clips,clip", .clip), ("shorts,short", .short),
      ("deleted scenes,deleted,deleted scene,deletedscenes", .deletedScene),
      ("behind the scenes,behindthescenes", .behindTheScenes),
      ("extras,extra,other,others,bonus", .other), ("theme-music", .themeSong),
      ("backdrops,theme-videos", .themeVideo),
    ]
  )
}
