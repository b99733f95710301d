import KinoCore
import KinoSQL

extension ContentAdoption {
  /// Copies what a probe found in the same content, unless the file was probed itself.
  ///
  /// What was found in an older content of either file does not count.
  func adoptProbe(
    into file: Peer,
    from donors: [Peer],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for donor in donors {
      let copied = try connection.run(Self.summarySQL) { bind(file, donor, to: $0) }
      guard copied > 0 else { continue }
      try connection.run(Self.dropStreamsSQL) { $0.bind(1, file.file.rawValue) }
      try connection.run(Self.streamsSQL) { bind(file, donor, to: $0) }
      return
    }
  }

  private func bind(_ file: Peer, _ donor: Peer, to statement: borrowing Statement) {
    statement.bind(1, file.file.rawValue)
    statement.bind(2, donor.file.rawValue)
  }

  private static let findings = [
    "container", "duration_ms", "bit_rate", "width", "height", "frame_rate_numerator",
    "frame_rate_denominator", "video_codec", "hdr_format", "rotation", "is_interlaced",
    "audio_codec", "audio_channels", "video_stream_count", "audio_stream_count",
    "subtitle_stream_count", "chapters_json", "pictures_json", "tags_json", "probe_version",
    "probed_at_ms", "state",
  ]
  private static let streamColumns = [
    "stream_index", "kind", "codec", "codec_profile", "language", "title", "is_default",
    "is_forced", "is_hearing_impaired", "is_commentary", "is_attached_picture", "bit_rate",
    "duration_ms", "width", "height", "sample_aspect_numerator", "sample_aspect_denominator",
    "frame_rate_numerator", "frame_rate_denominator", "rotation", "field_order", "pixel_format",
    "bit_depth", "color_primaries", "color_transfer", "color_space", "hdr_format", "hdr_json",
    "channels", "channel_layout", "sample_rate",
  ]

  /// `attempted_…` and the error stay empty: nobody has tried to probe this file.
  private static let summarySQL = """
    INSERT INTO technical_summary (media_file_id, probed_revision, bytes_read,
      \(findings.joined(separator: ", ")))
    SELECT file.id, file.material_revision, 0,
      \(findings.map { "found.\($0)" }.joined(separator: ", "))
    FROM media_file AS file
    CROSS JOIN media_file AS donor ON donor.id = ?2
    CROSS JOIN technical_summary AS found ON found.media_file_id = donor.id
    WHERE file.id = ?1 AND found.state IN ('complete', 'partial')
      AND found.probed_revision = donor.material_revision
      AND NOT EXISTS (
        SELECT 1 FROM technical_summary AS own
        WHERE own.media_file_id = file.id AND own.state IN ('complete', 'partial')
          AND own.probed_revision = file.material_revision
      )
    ON CONFLICT (media_file_id) DO UPDATE
    SET probed_revision = excluded.probed_revision, bytes_read = 0, error_kind = NULL,
      error_json = NULL, attempted_revision = NULL, attempted_at_ms = NULL,
      \(findings.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """
  private static let dropStreamsSQL = "DELETE FROM media_stream WHERE media_file_id = ?1"
  private static let streamsSQL = """
    INSERT INTO media_stream (media_file_id, \(streamColumns.joined(separator: ", ")))
    SELECT ?1, \(streamColumns.joined(separator: ", "))
    FROM media_stream WHERE media_file_id = ?2
    """
}
