/// What kind of media a file is, as `media_file.media_kind` stores it.
package enum MediaKind: String, Hashable, Sendable {
  /// A file that holds moving pictures.
  case video
  /// A list of files or addresses to play.
  case playlist
  /// A whole disc: its image, or of a Blu-ray's or DVD's folder the one file that players open
  /// first (`index.bdmv`, `VIDEO_TS.IFO`).
  ///
  /// That row stands for the folder. The streams beside it are videos of their own until they are
  /// grouped under it, so that a folder whose first file is lost still has something to play.
  case disc
}

/// What a file beside a video is for, as `sidecar.kind` stores it.
package enum SidecarKind: String, Hashable, Sendable {
  case subtitle
  /// A description in Kodi's form.
  case nfo
  case artwork
  case chapters
  /// A sound track in a file of its own.
  case audio
  /// A description in JSON.
  case json
  /// The rest of a disc's structure: when it changes, so has the disc.
  case discStructure = "other"
}
