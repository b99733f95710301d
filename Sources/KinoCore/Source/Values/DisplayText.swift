extension [UInt8] {
  /// The bytes as text that is safe to print on one line of a terminal or a log.
  ///
  /// What is not UTF-8 becomes U+FFFD, and so does every control character, line separator and
  /// direction override, each of which could make a name look like something else.
  package var displayText: String {
    if allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(decoding: self, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      text.append(scalar.misleadsReaders ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var misleadsReaders: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C: true
    case 0x2028, 0x2029: true
    // Of no width. Those that join or part letters of a script, and the tags of flags, are text.
    case 0x200B, 0x2060, 0xFEFF: true
    default: false
    }
  }
}
