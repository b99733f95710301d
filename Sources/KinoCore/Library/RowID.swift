/// The integer key of a row, tagged with what the row describes.
///
/// Row ids are local to one database file and never leave the package; applications see ``UID``.
package struct RowID<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: Int64

  package init(_ rawValue: Int64) { self.rawValue = rawValue }

  package var description: String { "#\(rawValue)" }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a ``RowID`` can name.
package enum RowSubject {
  package enum Source {}
  package enum Run {}
  package enum Directory {}
  package enum File {}
}

/// A row of `library_source`.
package typealias SourceID = RowID<RowSubject.Source>
/// A row of `scan_run`.
package typealias RunID = RowID<RowSubject.Run>
/// A row of `source_directory`, or an id reserved for one that a run has discovered.
package typealias DirectoryID = RowID<RowSubject.Directory>
/// A row of `media_file`.
package typealias FileID = RowID<RowSubject.File>
