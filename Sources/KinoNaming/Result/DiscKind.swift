/// How a disc is stored that is kept as one thing.
public enum DiscKind: String, Hashable, Sendable, CaseIterable {
  /// A folder `BDMV` and what is in it.
  case bluray
  /// A folder `VIDEO_TS` and what is in it, or its files without that folder.
  case dvd
  /// The image of a disc in one file: `.iso`, `.img`.
  case image
}
