import KinoCommand
import KinoCore
import Kinothek

/// A film or series as programs read it.
enum DetailsReport {
  /// The members of the object.
  static func members(_ details: TitleDetails) -> [(String, JSON)] {
    [
      ("id", .string(details.title.uid.description)),
      ("kind", .string(details.title.kind.rawValue)),
      ("title", .string(details.title.title)),
      ("year", details.title.year.map { .integer(Int64($0)) } ?? .null),
      ("match", .string(details.matchState)),
      ("locked", .array(details.locked.map(\.rawValue).sorted().map { .string($0) })),
      (
        "ids", .array(details.ids.map { .object([($0.provider, .string($0.value))]) })
      ),
      ("added_ms", .integer(details.addedAt.milliseconds)),
      ("files", .array(details.files.map(json))),
      ("seasons", .array(details.seasons.map(json))),
      ("extras", .array(details.extras.map(json))),
    ]
  }

  private static func json(_ season: SeasonDetails) -> JSON {
    .object([
      ("number", season.number.map { .integer(Int64($0)) } ?? .null),
      ("id", season.uid.map { .string($0.description) } ?? .null),
      ("files", .array(season.files.map(json))),
      ("episodes", .array(season.episodes.map(json))),
    ])
  }

  private static func json(_ item: ItemDetails) -> JSON {
    .object([
      ("id", .string(item.uid.description)),
      ("title", .string(item.title)),
      ("number", item.number.map { .integer(Int64($0)) } ?? .null),
      ("label", item.label.map { .string($0) } ?? .null),
      ("files", .array(item.files.map(json))),
    ])
  }

  private static func json(_ file: BoundFile) -> JSON {
    .object(
      [("source", .string(file.location.source.description))]
        + JSON.text(file.location.path.bytes, named: "path") + [
          ("availability", .string(file.availability)),
          ("size", file.size.map { .integer($0) } ?? .null),
          ("role", .string(file.role)),
          ("position", .integer(Int64(file.position))),
          ("label", file.label.map { .string($0) } ?? .null),
          ("method", .string(file.method)),
          ("confidence", .number(file.confidence)),
          ("locked", .bool(file.isLocked)),
          (
            "evidence",
            .array(
              file.evidence.map { piece in
                .object([
                  ("field", .string(piece.field)), ("text", .string(piece.text)),
                  ("rule", .string(piece.rule)),
                ])
              }
            )
          ),
          ("sidecars", .array(file.sidecars.map(json))),
        ]
    )
  }

  private static func json(_ sidecar: BoundSidecar) -> JSON {
    .object(
      [("kind", .string(sidecar.kind))] + JSON.text(sidecar.name.bytes, named: "name") + [
        ("language", sidecar.language.map { .string($0) } ?? .null),
        ("tags", .array(sidecar.tags.map { .string($0) })),
      ]
    )
  }
}
