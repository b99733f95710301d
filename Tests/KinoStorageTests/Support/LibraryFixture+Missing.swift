import KinoCore

@testable import KinoStorage

/// Columns of rows whose removal is decided or held.
extension [String: SQLValue] {
  /// Went missing by a publication, when the covered clock and the number of scans stood here.
  static func missing(publication: Int64 = 1, clock: Int64 = 0, scans: Int64 = 0) -> Self {
    [
      "availability": "missing", "missing_since_ms": .integer(LibraryFixture.epoch.milliseconds),
      "missing_clock_ms": .integer(clock), "missing_scans": .integer(scans),
      "missing_publication": .integer(publication),
    ]
  }

  /// A directory that went missing by a publication.
  static func missingDirectory(publication: Int64 = 1) -> Self {
    [
      "availability": "missing", "missing_since_ms": .integer(LibraryFixture.epoch.milliseconds),
      "missing_publication": .integer(publication),
    ]
  }

  /// Its removal is held.
  static func held(_ reason: String = "brake") -> Self {
    [
      "hold_reason": .text(reason), "hold_publication": 1,
      "hold_since_ms": .integer(LibraryFixture.epoch.milliseconds),
    ]
  }
}
