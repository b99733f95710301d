import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("What files say about the identity of a source")
struct IdentityEvidenceTests {
  private let failure = SourceError(.unavailable, scope: .entry)
  private var evidence = IdentityEvidence(failureLimit: 5)

  @Test("files that cannot be looked at are no evidence")
  mutating func noEvidence() {
    for _ in 0..<3 { evidence.noteAnswer(matches: true) }
    for number in 0..<40 {
      evidence.noteFailure(failure, of: .path("A/\(number).mkv"))
    }
    #expect(evidence.suffices(3, percent: 50))
    #expect(!evidence.suffices(4, percent: 50))
    for _ in 0..<4 { evidence.noteAnswer(matches: false) }
    #expect(!evidence.suffices(3, percent: 50))
  }

  @Test("names for which the source has no answer are no evidence, unless there is nothing else")
  mutating func noAnswer() {
    let refusal = SourceError(.protocolViolation, scope: .entry)
    for _ in 0..<20 { evidence.noteNoAnswer(refusal) }
    #expect(!evidence.isHopeless && evidence.unanswered == 20)
    #expect(!evidence.suffices(1, percent: 50))
    #expect(evidence.lack == refusal)
    evidence.noteAnswer(matches: false)
    #expect(evidence.lack == nil)
    evidence.noteAnswer(matches: true)
    #expect(evidence.suffices(1, percent: 50))
  }

  @Test("failures in a row are the source's own where they lie in several directories")
  mutating func streak() {
    evidence.noteAnswer(matches: true)
    for number in 0..<20 { evidence.noteFailure(failure, of: .path("A/\(number).mkv")) }
    #expect(!evidence.isHopeless)
    for number in 0..<4 { evidence.noteFailure(failure, of: .path("B\(number)/a.mkv")) }
    #expect(evidence.isHopeless)
    evidence.noteAnswer(matches: false)
    #expect(!evidence.isHopeless)
  }

  @Test("a source that has not answered at all is given up after failures in a row")
  mutating func silence() {
    for number in 0..<5 {
      #expect(!evidence.isHopeless)
      #expect(evidence.asks(about: .path("A/\(number).mkv")))
      evidence.noteFailure(failure, of: .path("A/\(number).mkv"))
    }
    #expect(evidence.isHopeless)
    #expect(!evidence.asks(about: .path("A/5.mkv")))
    #expect(evidence.asks(about: .path("B/5.mkv")))
  }

  @Test("the sample is asked in an order that scatters it, each file once")
  func order() {
    for count in 0...70 {
      let order = IdentityEvidence.scattered(Array(0..<count))
      #expect(order.sorted() == Array(0..<count))
      guard count > 8 else { continue }
      #expect(zip(order, order.dropFirst()).allSatisfy { abs($0 - $1) > 1 })
    }
  }
}
