/// What kind of extra a file is.
public enum ExtraKind: String, Hashable, Sendable, CaseIterable {
  case trailer, sample, featurette, interview, scene, clip, short, other
  case deletedScene = "deleted-scene"
  case behindTheScenes = "behind-the-scenes"
  case themeSong = "theme-song"
  case themeVideo = "theme-video"
}
