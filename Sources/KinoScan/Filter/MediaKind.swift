/// What kind of media a file is, as `media_file.media_kind` stores it.
package enum MediaKind: String, Hashable, Sendable {
  /// A file that holds moving pictures.
  case video
  /// A list of files or addresses to play.
  case playlist
  /// The image of a whole disc.
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
}
