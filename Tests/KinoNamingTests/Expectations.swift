import KinoNaming
import Testing

/// Random numbers that are the same in every run (Marsaglia's xorshift64).
struct Shift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Parses a path, and expects what holds of every reading; returns it.
@discardableResult
func expectEvidence(in path: [UInt8]) -> ParsedName {
  let name = NameParser().parse(path)
  let all: [Evidence?] = [
    name.title?.evidence, name.alternativeTitle?.evidence, name.year?.evidence,
    name.season?.evidence,
    name.seasons?.evidence, name.episodes?.evidence, name.absolute?.evidence, name.date?.evidence,
    name.part?.evidence, name.edition?.evidence, name.resolution?.evidence, name.source?.evidence,
    name.videoCodec?.evidence, name.releaseGroup?.evidence, name.is3D?.evidence,
    name.extra?.evidence,
  ]
  for evidence in all.compactMap(\.self) + name.languages.map(\.evidence)
    + name.externalIDs.map(\.evidence)
  {
    let isWithin = evidence.range.lowerBound >= 0 && evidence.range.upperBound <= path.count
    #expect(isWithin && !evidence.range.isEmpty, "\(path)")
  }
  let numbers = name.episodes?.value ?? []
  #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(path)")
  return name
}
