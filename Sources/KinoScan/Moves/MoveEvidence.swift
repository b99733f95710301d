package import KinoCore

/// What was found out about one ``MoveQuestion`` since it was asked.
package struct MoveEvidence: Hashable, Sendable {
  /// The fingerprint of the added file.
  package enum Reading: Hashable, Sendable {
    /// Nobody has tried to read it.
    case unread
    /// It cannot be read, or the run has read enough.
    case unavailable
    case read(ContentFingerprint)
  }

  /// What a look at a candidate's old place found.
  package enum Look: Hashable, Sendable {
    /// The source says that nothing is there, or a file with another stable id.
    case gone
    /// Something is there, or it cannot be told.
    case notGone
  }

  package var fingerprint = Reading.unread
  /// By candidate's item id.
  package var looks: [Int64: Look] = [:]

  package init() {}
}

/// What is to be done about one ``MoveQuestion``.
package enum MoveVerdict: Hashable, Sendable {
  /// The listed item is this published row.
  case accept(MoveAnswer)
  /// It is a new item; the candidates stay what they are.
  case reject
  /// Reading the added file's fingerprint would tell: judge again with it.
  case needsFingerprint([MoveCandidate])
  /// A row outside of what the run covered is believed to be gone only if its old place is empty:
  /// judge again with what a look found.
  case needsLook(at: SourcePath, MoveCandidate)
}
