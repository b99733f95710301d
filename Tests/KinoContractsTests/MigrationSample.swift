import KinoContracts
import Testing

/// A database of an old version that a migration has to cope with (MG-1).
struct MigrationSample: Sendable, CustomTestStringConvertible {
  /// The file below `specs/fixtures/migrations`.
  let file: String
  /// The version whose rows it holds.
  let version: Int

  var testDescription: String { file }

  /// One of each version, with rows in every table.
  static let ofEachVersion = (1...11).map {
    MigrationSample(file: "library-v\($0).sql", version: $0)
  }

  static let overlappingRuns = MigrationSample(
    file: "library-v2-overlapping-runs.sql",
    version: 2
  )
  static let unknownValues = [1, 11].map {
    MigrationSample(file: "library-v\($0)-unknown-values.sql", version: $0)
  }
  static let large = MigrationSample(file: "library-v11-large.sql", version: 11)

  static let all = ofEachVersion + [overlappingRuns] + unknownValues + [large]
}
