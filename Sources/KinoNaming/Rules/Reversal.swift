/// Names that uploaders wrote backwards, to hide them.
enum Reversal {
  /// The path with its name the right way round, if the name shows `20E10S` and the like.
  static func undone(_ path: PathText, _ name: Range<Int>) -> [UInt8]? {
    let bytes = path.folded
    var index = name.lowerBound
    while index < name.upperBound {
      guard bytes[index].isDigit else {
        index += 1
        continue
      }
      var cursor = Cursor(bytes, index..<name.upperBound)
      if cursor.number(2...4) != nil, cursor.take("e"), cursor.number(2...2) != nil,
        cursor.take("s")
      {
        return path.raw[..<name.lowerBound] + path.raw[name].reversed()
      }
      while index < name.upperBound, bytes[index].isDigit { index += 1 }
    }
    return nil
  }
}

extension NameParser {
  /// Reads a path whose name was turned round; the evidence lies where it is in the original.
  func parseReversed(_ path: [UInt8], in name: Range<Int>) -> ParsedName {
    let text = PathText(path)
    let folders = Folders(text, [])
    var reading = Reading.read(text, name, folders.surroundings)
    var result = reading.result(of: text, in: folders)
    result.turnEvidence(in: name)
    return result
  }
}

extension ParsedName {
  /// Moves all evidence to where it lies when the bytes of a range are read backwards.
  fileprivate mutating func turnEvidence(in name: Range<Int>) {
    title?.turn(in: name)
    alternativeTitle?.turn(in: name)
    year?.turn(in: name)
    season?.turn(in: name)
    seasons?.turn(in: name)
    episodes?.turn(in: name)
    absolute?.turn(in: name)
    date?.turn(in: name)
    part?.turn(in: name)
    edition?.turn(in: name)
    resolution?.turn(in: name)
    source?.turn(in: name)
    videoCodec?.turn(in: name)
    releaseGroup?.turn(in: name)
    for index in languages.indices { languages[index].turn(in: name) }
    is3D?.turn(in: name)
    for index in externalIDs.indices { externalIDs[index].turn(in: name) }
    extra?.turn(in: name)
  }
}

extension Found {
  fileprivate mutating func turn(in name: Range<Int>) {
    let range = evidence.range
    guard name.contains(range.lowerBound) else { return }
    let sum = name.lowerBound + name.upperBound
    self = Found(value, Evidence(sum - range.upperBound..<sum - range.lowerBound, evidence.rule))
  }
}
