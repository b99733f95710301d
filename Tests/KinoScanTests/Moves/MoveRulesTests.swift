import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Moves")
struct MoveRulesTests {
  private var rules = MoveRules(MemorySource.defaultCapabilities)

  @Test("a row at the same path is the file that came back")
  func samePath() {
    let verdict = rules.judge(question([row(1, "A/a.mkv", .missing, id: nil, isSamePath: true)]))
    #expect(verdict == accepted(1))
  }

  @Test("a row at the same path with another size or time has new content")
  func samePathNewContent() {
    for candidate in [
      row(1, "A/a.mkv", .missing, size: 9, id: nil, isSamePath: true),
      row(1, "A/a.mkv", .missing, at: 9, id: nil, isSamePath: true),
    ] {
      #expect(rules.judge(question([candidate])) == accepted(1, isContentChanged: true))
    }
  }

  @Test("unknown facts contradict nothing at the same path")
  func samePathUnknown() {
    let candidate = row(1, "A/a.mkv", .missing, size: nil, at: nil, id: nil, isSamePath: true)
    #expect(rules.judge(question([candidate])) == accepted(1))
  }

  @Test("a file moved onto the place of a missing one is the mover")
  func ontoMissingName() {
    let verdict = rules.judge(
      question([
        row(1, "A/a.mkv", .missing, size: 9, id: 5, isSamePath: true),
        row(2, "B/b.mkv", .absent),
      ])
    )
    #expect(verdict == accepted(2))
  }

  @Test(
    "the same stable id with equal size and time is a move, from any lost state",
    arguments: [MoveCandidate.State.absent, .missing, .held]
  )
  func stableID(_ state: MoveCandidate.State) {
    #expect(rules.judge(question([row(1, "B/b.mkv", state, rivals: 3)])) == accepted(1))
  }

  @Test("a stable id alone proves nothing, for ids are given again")
  func reusedID() {
    let candidates = [
      row(1, "B/b.mkv", .absent, size: 9), row(2, "B/c.mkv", .absent, at: 9),
      row(3, "B/d.mkv", .absent, size: nil), row(4, "B/e.mkv", .absent, at: nil),
    ]
    for candidate in candidates { #expect(rules.judge(question([candidate])) == .reject) }
  }

  @Test("a stable id that does not survive a rename proves nothing")
  func undeclaredID() {
    var capabilities = MemorySource.defaultCapabilities
    capabilities.stableID = .init(scope: .source, survivesRename: false, reusedAfterDelete: nil)
    let rules = MoveRules(capabilities)
    #expect(rules.judge(question([row(1, "B/b.mkv", .absent)])) == .reject)
  }

  @Test("of hard links the one whose name or parent agrees moved, or none")
  func hardLinks() {
    let near = row(2, "B/a.mkv", .absent, rivals: 2)
    let far = row(1, "C/c.mkv", .absent, rivals: 2)
    let farther = row(3, "D/d.mkv", .absent, rivals: 2)
    #expect(rules.judge(question([far, near])) == accepted(2))
    #expect(rules.judge(question([far, farther])) == .reject)
  }

  @Test("times agree at the source's precision")
  func precision() {
    var capabilities = MemorySource.defaultCapabilities
    capabilities.modificationPrecision = 2_000
    let rules = MoveRules(capabilities)
    #expect(rules.judge(question([row(1, "B/b.mkv", .absent, at: 1_001_999)])) == accepted(1))
    #expect(rules.judge(question([row(1, "B/b.mkv", .absent, at: 1_002_000)])) == .reject)
  }

  @Test("a row outside of what was covered needs a look at its old place")
  func uncovered() {
    let candidate = row(1, "B/b.mkv", .uncovered)
    let question = question([candidate])
    #expect(rules.judge(question) == .needsLook(at: .path("B/b.mkv"), candidate))
    var evidence = MoveEvidence()
    evidence.looks[1] = .gone
    #expect(rules.judge(question, evidence: evidence) == accepted(1))
    evidence.looks[1] = .notGone
    #expect(rules.judge(question, evidence: evidence) == .reject)
  }

  @Test("a row outside of what was covered is nothing without a stable id")
  func uncoveredWithoutID() {
    let candidate = row(1, "B/a.mkv", .uncovered, id: nil)
    #expect(rules.judge(question([candidate])) == .reject)
  }

  @Test("the only pair with one size and time is a move when the name or the parent agrees")
  func uniquePair() {
    #expect(rules.judge(question([row(1, "B/a.mkv", .absent, id: nil)])) == accepted(1))
    let sibling = row(1, "A/b.mkv", .absent, id: nil, hasSameParentName: true)
    #expect(rules.judge(question([sibling])) == accepted(1))
    #expect(rules.judge(question([row(1, "B/b.mkv", .absent, id: nil)])) == .reject)
  }

  @Test("a pair with a rival on either side is none")
  func rivals() {
    var candidate = row(1, "B/a.mkv", .absent, id: nil)
    candidate.addedRivals = 2
    #expect(rules.judge(question([candidate])) == .reject)
    candidate.addedRivals = 1
    candidate.lostRivals = 2
    #expect(rules.judge(question([candidate])) == .reject)
  }

  @Test("empty files and unknown sizes or times never pair", arguments: [0, nil] as [Int64?])
  func nothingToPairBy(_ size: Int64?) {
    let candidate = row(1, "B/a.mkv", .absent, size: size, id: nil)
    #expect(rules.judge(question([candidate], size: size)) == .reject)
    let timeless = row(1, "B/a.mkv", .absent, at: nil, id: nil)
    #expect(rules.judge(question([timeless], at: nil)) == .reject)
  }

  @Test("rivals are told apart by fingerprint")
  func fingerprint() {
    let print = ContentFingerprint(size: 5, head: [1], tail: [])
    let other = ContentFingerprint(size: 5, head: [2], tail: [])
    let rows = [
      row(1, "B/b.mkv", .absent, id: nil, rivals: 2, print: other),
      row(2, "C/c.mkv", .missing, id: nil, rivals: 2, print: print),
      row(3, "D/d.mkv", .absent, id: nil, rivals: 2),
    ]
    #expect(rules.judge(question(rows)) == .needsFingerprint(Array(rows.prefix(2))))
    var evidence = MoveEvidence()
    evidence.fingerprint = .read(print)
    #expect(rules.judge(question(rows), evidence: evidence) == accepted(2))
    evidence.fingerprint = .unavailable
    #expect(rules.judge(question(rows), evidence: evidence) == .reject)
  }

  @Test("a copy with a new time and an equal fingerprint keeps its content")
  func copied() {
    let print = ContentFingerprint(size: 5, head: [1], tail: [])
    var evidence = MoveEvidence()
    evidence.fingerprint = .read(print)
    let candidate = row(1, "B/b.mkv", .absent, at: 9, id: nil, print: print)
    #expect(rules.judge(question([candidate]), evidence: evidence) == accepted(1))
  }

  @Test("two rows with one fingerprint are both kept")
  func ambiguousFingerprint() {
    let print = ContentFingerprint(size: 5, head: [1], tail: [])
    var evidence = MoveEvidence()
    evidence.fingerprint = .read(print)
    let rows = [1, 2].map { row($0, "\($0)/x.mkv", .absent, id: nil, rivals: 2, print: print) }
    #expect(rules.judge(question(rows), evidence: evidence) == .reject)
  }

  @Test("no candidate, no move")
  func noCandidate() {
    #expect(rules.judge(question([])) == .reject)
  }
}

@Suite("Renamed directories")
struct DirectoryRenameTests {
  @Test(
    "the contents must agree with the stable id",
    arguments: [
      (0, 0, 0, true), (10, 10, 10, true), (10, 5, 10, true), (10, 4, 10, false),
      (1_000, 200, 200, true), (10, 0, 0, false), (0, 0, 5, false), (1, 1, 1, true),
    ]
  )
  func contents(published: Int, shared: Int, staged: Int, _ expected: Bool) {
    let rules = MoveRules(MemorySource.defaultCapabilities)
    #expect(rules.acceptsRename(pair(published, shared, staged)) == expected)
  }

  @Test("ids that do not survive a rename pair no directories")
  func undeclared() {
    var capabilities = MemorySource.defaultCapabilities
    capabilities.stableID = .none
    #expect(!MoveRules(capabilities).acceptsRename(pair(10, 10, 10)))
    #expect(!MoveRules(capabilities).isEmptied(pair(10, 0, 0), minimum: 10))
  }

  @Test(
    "one that held enough and lists nothing is emptied",
    arguments: [(10, 0, true), (9, 0, false), (10, 1, false), (0, 0, false)]
  )
  func emptied(published: Int, staged: Int, _ expected: Bool) {
    let rules = MoveRules(MemorySource.defaultCapabilities)
    #expect(rules.isEmptied(pair(published, 0, staged), minimum: 10) == expected)
    var unreachable = pair(published, 0, staged)
    unreachable.isUnreachable = true
    #expect(!rules.isEmptied(unreachable, minimum: 10))
  }

  private func pair(_ published: Int, _ shared: Int, _ staged: Int) -> DirectoryPair {
    DirectoryPair(
      sequence: 1,
      added: DirectoryID(2),
      published: DirectoryID(1),
      revision: 1,
      publishedItems: published,
      sharedNames: shared,
      stagedNames: staged
    )
  }
}

private func question(
  _ candidates: [MoveCandidate],
  size: Int64? = 5,
  at time: Int64? = 1_000_000
) -> MoveQuestion {
  MoveQuestion(
    sequence: 42,
    kind: .video,
    path: .path("A/a.mkv"),
    size: size,
    modifiedAt: time.map { Timestamp(milliseconds: $0) },
    stableID: StableID(low: 77),
    candidates: candidates
  )
}

private func row(
  _ id: Int64,
  _ path: String,
  _ state: MoveCandidate.State,
  size: Int64? = 5,
  at time: Int64? = 1_000_000,
  id stableID: UInt64? = 77,
  isSamePath: Bool = false,
  hasSameParentName: Bool = false,
  rivals: Int = 1,
  print: ContentFingerprint? = nil
) -> MoveCandidate {
  MoveCandidate(
    itemID: id,
    revision: id * 10,
    state: state,
    path: .path(path),
    size: size,
    modifiedAt: time.map { Timestamp(milliseconds: $0) },
    stableID: stableID.map { StableID(low: $0) },
    fingerprint: print?.bytes,
    isSamePath: isSamePath,
    hasSameParentName: hasSameParentName,
    addedRivals: rivals,
    lostRivals: rivals
  )
}

private func accepted(_ id: Int64, isContentChanged: Bool = false) -> MoveVerdict {
  .accept(
    MoveAnswer(
      sequence: 42,
      kind: .video,
      itemID: id,
      revision: id * 10,
      isContentChanged: isContentChanged
    )
  )
}
