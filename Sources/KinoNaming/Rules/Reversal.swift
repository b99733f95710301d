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
  /// Reads a name that was turned round; ranges point at the whole of it.
  func parseReversed(_ path: [UInt8], in name: Range<Int>) -> ParsedName {
    let text = PathText(path)
    let folders = Folders(text, [])
    let reading = Reading.read(text, name, folders.surroundings)
    return reading.result(in: folders)
  }
}
