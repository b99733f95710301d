extension PathText {
  /// Bytes as a title for people: dots and underscores become spaces where they separate words.
  func title(_ range: Range<Int>?) -> Found<String>? {
    guard let range else { return nil }
    let evidence = Evidence(range, .title)
    let hasSpaces = raw[range].contains(0x20)
    guard !hasSpaces || hasBlanks(range) else {
      return Found(String(decoding: raw[range], as: UTF8.self), evidence)
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for index in range {
      let byte = raw[index]
      let isBlank =
        byte == 0x20 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".") && !hasSpaces && !isAbbreviation(index, range)
      if !isBlank {
        text.append(byte)
      } else if text.last != 0x20, !text.isEmpty {
        text.append(0x20)
      }
    }
    while text.last == 0x20 { text.removeLast() }
    guard !text.isEmpty else { return nil }
    return Found(String(decoding: text, as: UTF8.self), evidence)
  }

  /// Whether underscores, or more than one space at once, are among bytes with spaces.
  private func hasBlanks(_ range: Range<Int>) -> Bool {
    var previous: UInt8 = 0x20
    for index in range {
      let byte = raw[index]
      if byte == UInt8(ascii: "_") || byte == 0x20 && previous == 0x20 { return true }
      previous = byte
    }
    return previous == 0x20
  }

  /// Whether a dot belongs to initials, as in `R.I.P.D`.
  private func isAbbreviation(_ dot: Int, _ range: Range<Int>) -> Bool {
    guard dot > range.lowerBound, raw[dot - 1].isLetter else { return false }
    let isInitial = dot - 1 == range.lowerBound || raw[dot - 2] == UInt8(ascii: ".")
    guard isInitial else { return false }
    let followsOne =
      dot - 2 > range.lowerBound && raw[dot - 3].isLetter
      && (dot - 3 == range.lowerBound || raw[dot - 4] == UInt8(ascii: ".")
        || raw[dot - 4] == 0x20)
    let precedesOne =
      dot + 1 < range.upperBound && raw[dot + 1].isLetter
      && (dot + 2 >= range.upperBound || raw[dot + 2] == UInt8(ascii: "."))
    return followsOne || precedesOne
  }
}
