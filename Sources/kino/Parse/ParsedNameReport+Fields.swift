import KinoCommand
import KinoNaming

extension ParsedNameReport {
  /// A field that was found.
  struct Field {
    let name: String
    let value: JSON
    let evidence: [Evidence]

    init?<Value>(_ name: String, _ found: Found<Value>?, _ value: (Value) -> JSON) {
      guard let found else { return nil }
      self.name = name
      self.value = value(found.value)
      evidence = [found.evidence]
    }

    init?<Value>(_ name: String, all found: [Found<Value>], _ value: ([Value]) -> JSON) {
      guard !found.isEmpty else { return nil }
      self.name = name
      self.value = value(found.map(\.value))
      evidence = found.map(\.evidence)
    }
  }

  /// The fields that were found, in the order in which they are shown.
  static func fields(of name: ParsedName) -> [Field] {
    let all: [Field?] = [
      Field("title", name.title) { .string($0) },
      Field("alternative_title", name.alternativeTitle) { .string($0) },
      Field("year", name.year, number),
      Field("season", name.season, number),
      Field("seasons", name.seasons, numbers),
      Field("episodes", name.episodes, numbers),
      Field("absolute", name.absolute, number),
      Field("date", name.date) { .string($0.description) },
      Field("part", name.part, number),
      Field("edition", name.edition) { .string($0.description) },
      Field("resolution", name.resolution) { .string($0.description) },
      Field("source", name.source) { .string($0.rawValue) },
      Field("video_codec", name.videoCodec) { .string($0.rawValue) },
      Field("release_group", name.releaseGroup) { .string($0) },
      Field("languages", all: name.languages) { .array($0.map { .string($0) }) },
      Field("is_3d", name.is3D) { .bool($0) },
      Field("external_ids", all: name.externalIDs) { ids in
        .object(ids.map { ($0.provider.rawValue, .string($0.value)) })
      },
      Field("extra", name.extra) { .string($0.rawValue) },
    ]
    return all.compactMap(\.self)
  }

  private static func number(_ value: Int) -> JSON { .integer(Int64(value)) }

  private static func numbers(_ values: [Int]) -> JSON { .array(values.map(number)) }
}
