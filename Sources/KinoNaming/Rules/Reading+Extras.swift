extension Reading {
  /// Reads what makes a file an extra by the end of its name: `-trailer`, `.sample`, `-deleted`.
  func readExtraSuffix() {
    guard let last = words.last, words.count > 0 else { return }
    let index = words.count - 1
    var end = last.end
    if last.count > 6, path.folded[end - 1].isDigit { end -= 1 }
    guard let key = WordKey(path.folded, last.start..<end),
      let suffix = Self.suffixes.first(where: { $0.key == key })
    else { return }
    let isAlone = words.count == 1
    guard suffix.isTelling || last.gap.isHyphen else { return }
    guard !isAlone || suffix.isTelling else { return }
    extra = Mark(suffix.kind, index..<index + 1, .extraSuffix)
    if !isAlone { words[index].role = .extra }
  }

  private struct Suffix {
    let key: WordKey
    let kind: ExtraKind
    /// Whether it says so behind any separator, and alone.
    let isTelling: Bool
  }

  private static let suffixes: [Suffix] = [
    ("trailer", .trailer, true), ("sample", .sample, true), ("deleted", .deletedScene, false),
    ("deletedscene", .deletedScene, false), ("behindthescenes", .behindTheScenes, false),
    ("featurette", .featurette, false), ("interview", .interview, false), ("scene", .scene, false),
    ("short", .short, false), ("clip", .clip, false), ("other", .other, false),
    ("extra", .other, false),
  ].map { (word: String, kind: ExtraKind, isTelling: Bool) in
    Suffix(
      key: WordKey(Array(word.utf8), 0..<word.utf8.count) ?? WordKey(),
      kind: kind,
      isTelling: isTelling
    )
  }
}

extension ExtraKind {
  /// The kind that the name of a folder gives all that is in it, by its folded bytes.
  static func folder(_ folded: ArraySlice<UInt8>) -> ExtraKind? {
    guard folded.count <= 24 else { return nil }
    return folders[String(decoding: folded, as: UTF8.self)]
  }

  private static let folders: [String: ExtraKind] = [
    "trailers": .trailer, "trailer": .trailer, "samples": .sample, "sample": .sample,
    "featurettes": .featurette, "featurette": .featurette, "interviews": .interview,
    "interview": .interview, "scenes": .scene, "scene": .scene, "clips": .clip, "clip": .clip,
    "shorts": .short, "short": .short, "deleted scenes": .deletedScene, "deleted": .deletedScene,
    "deleted scene": .deletedScene, "deletedscenes": .deletedScene,
    "behind the scenes": .behindTheScenes, "behindthescenes": .behindTheScenes,
    "extras": .other, "extra": .other, "other": .other, "others": .other, "bonus": .other,
    "theme-music": .themeSong, "backdrops": .themeVideo, "theme-videos": .themeVideo,
  ]
}
