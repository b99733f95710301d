import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("What a failure means")
struct FailureTableTests {
  private let table = FailureTable(ScanPolicy())

  @Test(
    "an unreadable directory costs its subtree alone",
    arguments: [
      SourceError.Kind.permissionDenied, .nameNotRepresentable, .protocolViolation, .tooLarge,
      .unsupported,
    ]
  )
  func unreadable(_ kind: SourceError.Kind) {
    let error = SourceError(kind, scope: .directory)
    #expect(table.verdict(for: error) == .subtreeUnreachable)
  }

  @Test(
    "a directory that is gone when it is opened asks for its parent once more",
    arguments: [SourceError.Kind.notFound, .notADirectory]
  )
  func gone(_ kind: SourceError.Kind) {
    let error = SourceError(kind)
    #expect(table.verdict(for: error) == .relistParent)
    let again = FailureTable.Context(hasRelistedParent: true)
    #expect(table.verdict(for: error, again) == .subtreeUnreachable)
  }

  @Test(
    "a temporary failure costs its subtree",
    arguments: [SourceError.Kind.timedOut, .unavailable, .staleHandle, .rateLimited]
  )
  func temporary(_ kind: SourceError.Kind) {
    #expect(table.verdict(for: SourceError(kind)) == .subtreeUnreachable)
  }

  @Test("the fifth operation in a row that failed to the last fails the run, the source offline")
  func fifthInARow() {
    let error = SourceError(.timedOut)
    #expect(table.verdict(for: error, .init(streak: 3)) == .subtreeUnreachable)
    expectFailure(table.verdict(for: error, .init(streak: 4)), .offline)
  }

  @Test("a root that does not answer fails the run, the source offline")
  func silentRoot() {
    let context = FailureTable.Context(isRoot: true)
    expectFailure(table.verdict(for: SourceError(.timedOut), context), .offline)
  }

  @Test(
    "a root that is gone fails the run at once, the source offline",
    arguments: [
      SourceError(.sourceMissing), SourceError(.notFound), SourceError(.notADirectory),
    ]
  )
  func rootGone(_ error: SourceError) {
    expectFailure(table.verdict(for: error, .init(isRoot: true)), .offline)
  }

  @Test("a source that is missing fails the run from any directory")
  func sourceMissing() {
    expectFailure(table.verdict(for: SourceError(.sourceMissing)), .offline)
  }

  @Test("wrong credentials fail the run at once and call for the user")
  func credentials() {
    let error = SourceError(.authenticationFailed, retry: .temporary)
    expectFailure(table.verdict(for: error), .needsAttention)
  }

  @Test(
    "what only a person can mend calls for the user",
    arguments: [SourceError.Kind.tlsFailure, .redirectRefused]
  )
  func attention(_ kind: SourceError.Kind) {
    expectFailure(table.verdict(for: SourceError(kind)), .needsAttention)
  }

  @Test("a root that may not be read calls for the user")
  func deniedRoot() {
    let context = FailureTable.Context(isRoot: true)
    expectFailure(table.verdict(for: SourceError(.permissionDenied), context), .needsAttention)
  }

  @Test("a permanent failure of the connection fails the run, the source offline")
  func permanentConnection() {
    let error = SourceError(.unavailable, retry: .permanent)
    expectFailure(table.verdict(for: error), .offline)
  }

  @Test("a cancelled call cancels the run")
  func cancelled() {
    let error = SourceError(.cancelled)
    #expect(table.verdict(for: error, .init(isRoot: true)) == .cancelled)
  }

  @Test("no failure of a directory below the root is ever taken for an absence")
  func neverAbsent() {
    for kind in SourceError.Kind.allCases {
      for scope in [SourceError.Scope.entry, .directory, .root, .connection] {
        let error = SourceError(kind, scope: scope)
        let verdict = table.verdict(for: error)
        #expect((verdict == .relistParent) == (kind == .notFound || kind == .notADirectory))
      }
    }
  }

  @Test("a failure names its kind and holds no more than the source's own words")
  func message() {
    let error = SourceError(.timedOut, path: .path("Films"))
    guard
      case .failRun(let failure, _) = table.verdict(for: error, .init(isRoot: true))
    else {
      Issue.record("the run goes on")
      return
    }
    #expect(failure.kind == "timedOut")
    #expect(failure.isSourceFailure)
    #expect(failure.message.hasSuffix("(timedOut at Films)"))
  }

  @Test("a directory that changed while it was listed is listed again, at most twice")
  func listsAgain() {
    let changed = DirectoryEnd.incomplete([.changedDuringListing])
    #expect(table.listsAgain(after: changed, listings: 1))
    #expect(table.listsAgain(after: changed, listings: 2))
    #expect(!table.listsAgain(after: changed, listings: 3))
    #expect(!table.listsAgain(after: .complete, listings: 1))
    #expect(!table.listsAgain(after: .incomplete([.entryUnreadable]), listings: 1))
  }

  private enum Availability { case offline, needsAttention }

  private func expectFailure(
    _ verdict: FailureVerdict,
    _ expected: Availability,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    switch (verdict, expected) {
    case (.failRun(let failure, .offline(let noted)), .offline),
      (.failRun(let failure, .needsAttention(let noted)), .needsAttention):
      #expect(failure == noted, sourceLocation: sourceLocation)
    default:
      Issue.record("\(verdict) is not \(expected)", sourceLocation: sourceLocation)
    }
  }
}
