import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Files known by their stable ids")
struct IdentityRulesTests {
  private var rules = MoveRules(MemorySource.defaultCapabilities)

  @Test(
    "stable id, size and time identify a row, wherever it was lost",
    arguments: [MoveCandidate.State.absent, .missing, .held, .replaced]
  )
  func identified(_ state: MoveCandidate.State) {
    #expect(rules.identify(question([row(1, state)])) == accepted(1))
  }

  @Test("nothing less does")
  func lessThanAll() {
    let candidates = [
      row(1, .absent, size: 9), row(2, .replaced, at: 9), row(3, .absent, size: nil),
      row(4, .replaced, id: 5), row(5, .absent, id: nil), row(6, .missing, id: 5, isSamePath: true),
    ]
    for candidate in candidates { #expect(rules.identify(question([candidate])) == .reject) }
  }

  @Test("ids that do not survive a rename identify nothing")
  func undeclared() {
    var capabilities = MemorySource.defaultCapabilities
    #expect(rules.knowsFilesByID)
    capabilities.stableID = .init(scope: .source, survivesRename: false, reusedAfterDelete: nil)
    let rules = MoveRules(capabilities)
    #expect(!rules.knowsFilesByID)
    #expect(rules.identify(question([row(1, .absent)])) == .reject)
    #expect(!rules.isAnother(file("a.mkv", id: 5), than: row(1, .absent)))
  }

  @Test("what has another row's id, size and time is that row, not the one of its name")
  func exchanged() {
    let holder = row(1, .replaced, size: 9, id: 5, isSamePath: true)
    #expect(rules.identify(question([holder, row(2, .replaced)])) == accepted(2))
    #expect(rules.identify(question([holder])) == .reject)
  }

  @Test(
    "where size and time are those of the row of its name, that one must be found elsewhere",
    arguments: [false, true]
  )
  func alike(_ isFound: Bool) {
    var holder = row(1, .replaced, id: 5, isSamePath: true)
    holder.isFoundElsewhere = isFound
    let verdict = rules.identify(question([holder, row(2, .replaced)]))
    #expect(verdict == (isFound ? accepted(2) : .reject))
  }

  @Test("a row outside of what was covered is looked for, and another file there is not it")
  func uncovered() {
    let candidate = row(1, .uncovered)
    #expect(rules.identify(question([candidate])) == .needsLook(at: candidate.path, candidate))
    var evidence = MoveEvidence()
    evidence.looks[1] = .gone
    #expect(rules.identify(question([candidate]), evidence: evidence) == accepted(1))
    #expect(rules.isAnother(file("a.mkv", id: 5), than: candidate))
    #expect(!rules.isAnother(file("a.mkv", id: 77), than: candidate))
    #expect(!rules.isAnother(file("a.mkv"), than: candidate))
  }

  @Test("of several rows with one id the one whose name agrees is meant, or none")
  func hardLinks() {
    #expect(rules.identify(question([row(1, .absent), row(2, .absent)])) == .reject)
    var near = row(2, .absent)
    near.hasSameParentName = true
    #expect(rules.identify(question([row(1, .absent), near])) == accepted(2))
  }

  @Test("an id that may have been given to another file is believed if the content is the row's")
  func doubtful() {
    for row in [rival(1), madeBefore(1)] {
      #expect(rules.identify(question([row])) == .needsFingerprint([row]))
      #expect(rules.judge(question([row])) == .needsFingerprint([row]))
      #expect(rules.identify(question([row]), evidence: read(7)) == accepted(1))
      #expect(rules.identify(question([row]), evidence: read(8)) == .reject)
      #expect(rules.judge(question([row]), evidence: read(8)) == .reject)
      var evidence = MoveEvidence()
      evidence.fingerprint = .unavailable
      #expect(rules.identify(question([row]), evidence: evidence) == .reject)
      #expect(rules.judge(question([row]), evidence: evidence) == .reject)
    }
  }

  @Test("a file that was made when the row's was is that file, whatever has its size and time")
  func sameCreation() {
    var row = rival(1)
    row.createdAt = Timestamp(milliseconds: 500)
    #expect(rules.identify(question([row])) == accepted(1))
  }

  @Test("without a fingerprint to compare with only another time of making speaks against an id")
  func unwitnessed() {
    var (rival, madeBefore) = (rival(1), madeBefore(1))
    (rival.fingerprint, madeBefore.fingerprint) = (nil, nil)
    #expect(rules.identify(question([rival])) == accepted(1))
    #expect(rules.identify(question([madeBefore])) == .reject)
    #expect(rules.judge(question([madeBefore])) == .reject)
  }

  @Test("a row that was not covered is looked for before its content is read")
  func uncoveredAndDoubtful() {
    var row = madeBefore(1)
    row.state = .uncovered
    #expect(rules.identify(question([row])) == .needsLook(at: row.path, row))
    var evidence = MoveEvidence()
    evidence.looks[1] = .gone
    #expect(rules.identify(question([row]), evidence: evidence) == .needsFingerprint([row]))
  }

  @Test("content that was read and is another one is not taken for the same by size and time")
  func refutedPair() {
    var row = madeBefore(1)
    row.hasSameParentName = true
    (row.addedRivals, row.lostRivals) = (1, 1)
    #expect(rules.judge(question([row]), evidence: read(8)) == .reject)
  }

  private func witness(_ byte: UInt8) -> ContentFingerprint {
    ContentFingerprint(size: 5, head: [byte], tail: [])
  }

  private func read(_ byte: UInt8) -> MoveEvidence {
    var evidence = MoveEvidence()
    evidence.fingerprint = .read(witness(byte))
    return evidence
  }

  /// A row whose size and time another lost one has.
  private func rival(_ id: Int64) -> MoveCandidate {
    var row = row(id, .absent)
    row.fingerprint = witness(7).bytes
    row.lostRivals = 2
    return row
  }

  /// A row whose file was made at another time than the listed one.
  private func madeBefore(_ id: Int64) -> MoveCandidate {
    var row = row(id, .absent)
    row.fingerprint = witness(7).bytes
    row.createdAt = Timestamp(milliseconds: 400)
    return row
  }

  private func question(_ candidates: [MoveCandidate]) -> MoveQuestion {
    MoveQuestion(
      sequence: 42,
      kind: .video,
      path: .path("A/a.mkv"),
      size: 5,
      modifiedAt: Timestamp(milliseconds: 1_000_000),
      stableID: StableID(low: 77),
      createdAt: Timestamp(milliseconds: 500),
      candidates: candidates
    )
  }

  private func row(
    _ id: Int64,
    _ state: MoveCandidate.State,
    size: Int64? = 5,
    at time: Int64 = 1_000_000,
    id stableID: UInt64? = 77,
    isSamePath: Bool = false
  ) -> MoveCandidate {
    MoveCandidate(
      itemID: id,
      revision: id * 10,
      state: state,
      path: .path(isSamePath ? "A/a.mkv" : "B/\(id).mkv"),
      size: size,
      modifiedAt: Timestamp(milliseconds: time),
      stableID: stableID.map { StableID(low: $0) },
      fingerprint: nil,
      isSamePath: isSamePath,
      hasSameParentName: false,
      addedRivals: 0,
      lostRivals: 0
    )
  }

  private func accepted(_ id: Int64) -> MoveVerdict {
    .accept(
      MoveAnswer(
        sequence: 42,
        kind: .video,
        itemID: id,
        revision: id * 10,
        isContentChanged: false
      )
    )
  }
}
