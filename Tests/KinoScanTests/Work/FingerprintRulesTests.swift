import KinoCore
import Testing

@testable import KinoScan

@Suite("What the fingerprint of a file needs")
struct FingerprintRulesTests {
  @Test("a file that is there and was left alone is read")
  func unread() {
    #expect(rules.judge(file(), at: now) == .unread)
  }

  @Test("a fingerprint of the present make stands, an older one does not")
  func known() {
    #expect(rules.judge(file { $0.fingerprint = [1, 7] }, at: now) == .has([1, 7]))
    #expect(rules.judge(file { $0.fingerprint = [0, 7] }, at: now) == .unread)
  }

  @Test("an empty file, one of unknown size and a disc of several files have none")
  func none() {
    #expect(rules.judge(file { $0.size = 0 }, at: now) == .has(nil))
    #expect(rules.judge(file { $0.size = nil }, at: now) == .has(nil))
    #expect(rules.judge(file { $0.isPlainFile = false }, at: now) == .has(nil))
  }

  @Test("what is missing or left out is not read", arguments: [Availability.missing, .excluded])
  func absent(_ availability: Availability) {
    guard case .gone = rules.judge(file { $0.availability = availability }, at: now) else {
      Issue.record("it would be read")
      return
    }
  }

  @Test("a file waits for the rest of the settle time, by its row where it has no time")
  func settling() {
    let recent = now.advanced(by: .seconds(-10))
    let known = file { $0.modifiedAt = recent }
    #expect(rules.judge(known, at: now) == .early(.seconds(20)))
    let timeless = file {
      $0.modifiedAt = nil
      $0.changedAt = recent
    }
    #expect(rules.judge(timeless, at: now) == .early(.seconds(20)))
  }

  @Test("a clock that is a little behind makes a file wait, a date far ahead does not")
  func ahead() {
    let near = file { $0.modifiedAt = now.advanced(by: .seconds(5)) }
    #expect(rules.judge(near, at: now) == .early(.seconds(30)))
    let far = file { $0.modifiedAt = now.advanced(by: .seconds(3_600)) }
    #expect(rules.judge(far, at: now) == .unread)
  }

  @Test("waits grow fourfold, and are longer for what cannot be found than for what may pass")
  func waits() {
    #expect(wait(.timedOut, 1) == .seconds(60))
    #expect(wait(.timedOut, 3) == .seconds(960))
    #expect(wait(.notFound, 1) == .seconds(3_600))
    #expect(wait(.permissionDenied, 2) == .seconds(14_400))
    #expect(wait(.changedDuringRead, 1) == .seconds(60))
    #expect(wait(.unsupported, 1) == nil)
  }

  @Test(
    "a file pays for no failure of its source: it is tried again",
    arguments: [
      SourceError.Kind.sourceMissing, .authenticationFailed, .tlsFailure, .redirectRefused,
    ]
  )
  func sourceFailure(_ kind: SourceError.Kind) { #expect(wait(kind, 1) == .seconds(3_600)) }

  @Test("a source that says when to come back is not asked before")
  func retryAfter() {
    let error = SourceError(.rateLimited, retryAfter: .seconds(7_200))
    guard case .failed(_, let again) = rules.outcome(of: error, attempt: 1) else {
      Issue.record("it did not fail")
      return
    }
    #expect(again == .seconds(7_200))
  }

  @Test("what is stored of a failure names no path")
  func message() {
    let error = SourceError(.notFound, path: SourcePath("Secret/A.mkv"))
    guard case .failed(let failure, _) = rules.outcome(of: error, attempt: 1) else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.kind == "notFound")
    #expect(!failure.message.contains("Secret"))
  }

  private let rules = FingerprintRules(ScanPolicy())
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func wait(_ kind: SourceError.Kind, _ attempt: Int) -> Duration? {
    guard case .failed(_, let again) = rules.outcome(of: SourceError(kind), attempt: attempt) else {
      return .zero
    }
    return again
  }

  private func file(_ change: (inout WorkSubject) -> Void = { _ in }) -> WorkSubject {
    var subject = WorkSubject(
      claim: WorkClaim(
        id: 1,
        token: UID(high: 1, low: 1),
        file: FileID(1),
        stage: .fingerprint,
        priority: 100,
        materialRevision: 1,
        inputRevision: 1,
        attempt: 1,
        expiresAt: now
      ),
      source: SourceID(1),
      path: .root,
      locator: nil,
      availability: .present,
      isPlainFile: true,
      size: 1_000,
      modifiedAt: Timestamp(milliseconds: 1_600_000_000_000),
      changedAt: Timestamp(milliseconds: 1_600_000_000_000),
      fingerprint: nil
    )
    change(&subject)
    return subject
  }
}
