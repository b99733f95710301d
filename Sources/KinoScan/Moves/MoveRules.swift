package import KinoCore

/// Decides which published row an added item is, if it is one.
///
/// The strongest evidence wins; where two rows have equal claims, none gets the item, and both are
/// kept. All functions are pure: what must be read or looked at is asked for, and the question
/// judged again.
package struct MoveRules: Sendable {
  private let facts: FactRules

  /// - Parameter capabilities: What the source declared about ids and times.
  package init(_ capabilities: SourceCapabilities) {
    facts = FactRules(capabilities)
  }

  /// Judges a question.
  ///
  /// In this order: the row at the same path, unless its content contradicts; the row with the same
  /// stable id, size and time, unless its fingerprint contradicts; the only pair with this size and time whose name or parent agrees;
  /// the row at the same path with new content; the only row with the same fingerprint.
  ///
  /// - Parameters:
  ///   - question: The added item and its candidates.
  ///   - evidence: What earlier verdicts asked for.
  /// - Returns: The verdict, or what would have to be known for one.
  package func judge(
    _ question: MoveQuestion,
    evidence: MoveEvidence = MoveEvidence()
  ) -> MoveVerdict {
    let samePath = question.candidates.filter { $0.isSamePath && $0.state != .uncovered }
    if let row = samePath.first(where: { !contradicts($0, question) }) {
      return accept(row, for: question)
    }
    switch identified(question, evidence) {
    case .none: break
    case .row(let row): return accept(row, for: question)
    case .look(let row): return .needsLook(at: row.path, row)
    case .witness(let row): return .needsFingerprint([row])
    }
    if let row = uniquePair(question, evidence) { return accept(row, for: question) }
    if let row = samePath.first { return accept(row, for: question) }
    return byFingerprint(question, evidence)
  }

  /// Whether a file is known by its stable id wherever it is: only then there is anything to
  /// ``identify(_:evidence:)``.
  package var knowsFilesByID: Bool { facts.stableIDSurvivesRename }

  /// Judges a question by what identifies a file for certain: stable id, size and time.
  ///
  /// Goes before ``judge(_:evidence:)``, for an item that has new content at its place may be what
  /// another place has lost. An item whose size and time are those of the row of its name is another
  /// one only if that row was found elsewhere: a file that was put back under its name has a new id,
  /// which may have been another's.
  ///
  /// - Parameters:
  ///   - question: The listed item and its candidates.
  ///   - evidence: What earlier verdicts asked for.
  /// - Returns: The verdict; rejected is what is left to be judged by weaker evidence.
  package func identify(
    _ question: MoveQuestion,
    evidence: MoveEvidence = MoveEvidence()
  ) -> MoveVerdict {
    let holder = question.candidates.first { $0.state == .replaced && $0.isSamePath }
    if let holder, !holder.isFoundElsewhere, !contradicts(holder, question) { return .reject }
    return switch identified(question, evidence) {
    case .none: .reject
    case .row(let row): accept(row, for: question)
    case .look(let row): .needsLook(at: row.path, row)
    case .witness(let row): .needsFingerprint([row])
    }
  }

  /// Whether something that lies at the old place of a row is another file.
  package func isAnother(_ entry: SourceEntry, than row: MoveCandidate) -> Bool {
    facts.stableIDSurvivesRename && facts.idsContradict(row.stableID, entry.stableID)
  }

  /// Whether an added and an absent directory with one stable id are the same directory.
  ///
  /// Ids of deleted directories are given to new ones, so that the content must agree: at least
  /// half of the names found in the added one are published in the other, or both are empty. Where
  /// the added one cannot be listed the id alone counts: taking it for the same one keeps what is
  /// published, and the next listing tells.
  package func acceptsRename(_ pair: DirectoryPair) -> Bool {
    guard facts.stableIDSurvivesRename else { return false }
    if pair.isUnreachable { return true }
    if pair.stagedNames == 0 { return pair.publishedItems == 0 }
    return pair.sharedNames > 0 && pair.sharedNames * 2 >= pair.stagedNames
  }

  /// Whether an absent directory was found again under a new name, without anything of what it held:
  /// as suspect as one that is emptied where it is.
  ///
  /// - Parameters:
  ///   - pair: An added and an absent directory with one stable id.
  ///   - minimum: How many items it must have held.
  /// - Returns: Whether its removals are to be held.
  package func isEmptied(_ pair: DirectoryPair, minimum: Int) -> Bool {
    facts.stableIDSurvivesRename && !pair.isUnreachable && pair.stagedNames == 0
      && pair.publishedItems >= max(1, minimum)
  }

  private func accept(_ row: MoveCandidate, for question: MoveQuestion) -> MoveVerdict {
    .accept(
      MoveAnswer(
        sequence: question.sequence,
        kind: question.kind,
        itemID: row.itemID,
        revision: row.revision,
        isContentChanged: contradicts(row, question)
      )
    )
  }

  /// Whether size or time, known on both sides, differ.
  private func contradicts(_ row: MoveCandidate, _ question: MoveQuestion) -> Bool {
    if let old = row.size, let new = question.size, old != new { return true }
    return facts.timesAgree(row.modifiedAt, question.modifiedAt) == false
  }

  /// Whether size and time are known on both sides and equal.
  private func agrees(_ row: MoveCandidate, _ question: MoveQuestion) -> Bool {
    guard let size = question.size, size == row.size else { return false }
    return facts.timesAgree(row.modifiedAt, question.modifiedAt) == true
  }

  // MARK: By stable id

  private enum Identification {
    case none
    case row(MoveCandidate)
    case look(MoveCandidate)
    /// Its id may be one that was given to another file: only the content tells.
    case witness(MoveCandidate)
  }

  private func identified(_ question: MoveQuestion, _ evidence: MoveEvidence) -> Identification {
    guard facts.stableIDSurvivesRename, let id = question.stableID else { return .none }
    let rows = question.candidates.filter { row in
      row.stableID == id && agrees(row, question) && evidence.looks[row.itemID] != .notGone
        && !(isDoubtful(row, question) && isRefuted(row, evidence))
    }
    let lost = rows.filter { $0.state != .uncovered }
    // Several rows are hard links to one file: none has the better claim.
    guard let row = theOnly(lost.isEmpty ? rows : lost, question) else { return .none }
    if row.state == .uncovered, evidence.looks[row.itemID] != .gone { return .look(row) }
    return evidence.fingerprint == .unread && isDoubtful(row, question) ? .witness(row) : .row(row)
  }

  /// Whether a file with the id, size and time of a row may still be another one.
  ///
  /// File systems give the ids of deleted files to new ones. A file that is renamed keeps the time of
  /// its making; where that is not known, others with its size and time make its id doubtful, if the
  /// row has a fingerprint that tells.
  private func isDoubtful(_ row: MoveCandidate, _ question: MoveQuestion) -> Bool {
    if let old = row.createdAt, let new = question.createdAt { return old != new }
    return row.fingerprint != nil && (row.addedRivals > 1 || row.lostRivals > 1)
  }

  /// Whether the content is another one, or cannot be compared.
  private func isRefuted(_ row: MoveCandidate, _ evidence: MoveEvidence) -> Bool {
    guard row.fingerprint != nil else { return true }
    return switch evidence.fingerprint {
    case .unread: false
    case .unavailable: true
    case .read(let fingerprint): fingerprint.bytes != row.fingerprint
    }
  }

  /// The only row, or the only one whose name or parent agrees.
  private func theOnly(_ rows: [MoveCandidate], _ question: MoveQuestion) -> MoveCandidate? {
    if rows.count == 1 { return rows.first }
    let alike = rows.filter { isAlike($0, question) }
    return alike.count == 1 ? alike.first : nil
  }

  private func isAlike(_ row: MoveCandidate, _ question: MoveQuestion) -> Bool {
    row.hasSameParentName || row.path.lastComponent == question.path.lastComponent
  }

  // MARK: By size and time

  private func uniquePair(
    _ question: MoveQuestion,
    _ evidence: MoveEvidence
  ) -> MoveCandidate? {
    guard let size = question.size, size > 0 else { return nil }
    return question.candidates.first { row in
      row.state != .uncovered && row.addedRivals == 1 && row.lostRivals == 1
        && agrees(row, question) && isAlike(row, question)
        && !(row.fingerprint != nil && isRefuted(row, evidence))
    }
  }

  // MARK: By fingerprint

  private func byFingerprint(_ question: MoveQuestion, _ evidence: MoveEvidence) -> MoveVerdict {
    guard let size = question.size, size > 0 else { return .reject }
    let rows = question.candidates.filter { row in
      row.state != .uncovered && row.size == size && row.fingerprint != nil
    }
    guard !rows.isEmpty else { return .reject }
    switch evidence.fingerprint {
    case .unread: return .needsFingerprint(rows)
    case .unavailable: return .reject
    case .read(let fingerprint):
      let equal = rows.filter { $0.fingerprint == fingerprint.bytes }
      return theOnly(equal, question).map { acceptCopy($0, for: question) } ?? .reject
    }
  }

  /// Accepts a row with equal fingerprint: its content is the same whatever its time says.
  private func acceptCopy(_ row: MoveCandidate, for question: MoveQuestion) -> MoveVerdict {
    .accept(
      MoveAnswer(
        sequence: question.sequence,
        kind: question.kind,
        itemID: row.itemID,
        revision: row.revision,
        isContentChanged: false
      )
    )
  }
}
