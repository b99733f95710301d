import KinoCore
import Testing

@Suite("Source values")
struct SourceValueTests {
  @Test("a short id is kept exactly, and stored as 8 or 16 bytes")
  func shortID() {
    #expect(StableID(bytes: [1, 2]).low == 0x0102)
    #expect(StableID(low: 7).encoded == [0, 0, 0, 0, 0, 0, 0, 7])
    let wide = StableID(high: 1, low: 2)
    #expect(wide.encoded.count == 16)
    #expect(StableID(bytes: wide.encoded) == wide)
    #expect(StableID(bytes: StableID(low: .max).encoded) == StableID(low: .max))
  }

  @Test("a long id is hashed the same way for ever")
  func longID() {
    let id = StableID(bytes: Array("00000000-ocabcdefgh1234".utf8))
    #expect(id == StableID(high: 0x6317_154C_2910_4041, low: 0xBCC0_199F_A381_59F6))
    #expect(StableID(bytes: Array("00000000-ocabcdefgh1235".utf8)) != id)
  }

  @Test("times before 1970 are rounded down", arguments: [(-1, 999_999_999, -1), (-1, 0, -1000)])
  func negativeTimes(_ seconds: Int64, _ nanoseconds: Int64, _ milliseconds: Int64) {
    let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    #expect(time.milliseconds == milliseconds)
  }

  @Test("times beyond every calendar saturate and are not plausible")
  func saturation() {
    #expect(Timestamp(seconds: .max, nanoseconds: 0).milliseconds == .max)
    #expect(Timestamp(seconds: .min, nanoseconds: 0).milliseconds == .min)
    #expect(!Timestamp(milliseconds: .max).isPlausible)
    #expect(Timestamp(milliseconds: .max).advanced(by: .seconds(1)).milliseconds == .max)
    #expect(Timestamp.earliest.isPlausible && Timestamp.latest.isPlausible)
    #expect(!Timestamp.latest.advanced(by: .milliseconds(1)).isPlausible)
  }

  @Test("a moment and a duration add up")
  func arithmetic() {
    let start = Timestamp(milliseconds: 1000)
    #expect(start.advanced(by: .milliseconds(-2500)).milliseconds == -1500)
    #expect(start.advanced(by: .seconds(3)).since(start) == .seconds(3))
  }

  @Test("fingerprints disagree only about what both know")
  func fingerprints() {
    let known = FileFingerprint(size: 1, modifiedAt: Timestamp(milliseconds: 5))
    #expect(known.agrees(with: FileFingerprint()))
    #expect(known.agrees(with: FileFingerprint(size: 1)))
    #expect(!known.agrees(with: FileFingerprint(size: 2)))
    #expect(!known.agrees(with: FileFingerprint(modifiedAt: Timestamp(milliseconds: 6))))
  }

  @Test("a credential shows nothing of itself")
  func redaction() {
    let credential = SourceCredential(.password(user: "ann", password: "hunter2"))
    var text = "\(credential) \(credential.method) \(String(reflecting: credential))"
    dump(credential, to: &text)
    dump(["x": credential.method], to: &text)
    #expect(!text.contains("hunter2") && !text.contains("ann"))
  }

  @Test("an error reads the same everywhere and names no raw bytes")
  func errorDescription() {
    let error = SourceError(
      .unavailable,
      underlying: .init(domain: "errno", code: 5),
      path: SourcePath(bytes: [0x61, 0x0A, 0xFF])
    )
    #expect("\(error)" == "unavailable at a\u{FFFD}\u{FFFD} (errno 5)")
    #expect(error.retry == .temporary && error.scope == .connection)
  }

  @Test("only failures of the moment are temporary by default")
  func usualRetry() {
    let temporary = SourceError.Kind.allCases.filter { $0.usualRetry == .temporary }
    #expect(Set(temporary) == [.unavailable, .timedOut, .rateLimited, .staleHandle])
  }
}
