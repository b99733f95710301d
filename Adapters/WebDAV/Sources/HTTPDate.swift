import KinoCore

/// Dates as servers write them: RFC 1123, RFC 850, asctime, RFC 3339, and what comes close.
enum HTTPDate {
  /// Reads a date.
  ///
  /// The result is `nil` for what is no date, and for years before 1900, by which servers mean that
  /// they do not know.
  static func parse(_ text: some Collection<UInt8>) -> Timestamp? {
    let bytes = Array(text)
    guard bytes.count <= 64 else { return nil }
    if let parts = usual(bytes) { return parts.timestamp }
    let rest = Array(bytes.trimmed)
    return (internet(rest) ?? loose(rest))?.timestamp
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers should send.
  private static func usual(_ text: [UInt8]) -> DateParts? {
    guard text.count == 29, text[3] == UInt8(ascii: ","), text[26...].matches("gmt"),
      let day = Int(ascii: text[5..<7]), let month = month(text[8..<11]),
      let year = Int(ascii: text[12..<16]), let time = DateParts.Time(text[17..<25])
    else { return nil }
    return DateParts(year: year, month: month, day: day, time: time)
  }

  /// `1994-11-06T08:49:37.25+01:00` and the like.
  private static func internet(_ text: [UInt8]) -> DateParts? {
    guard text.count >= 19, text[4] == dash, text[7] == dash, " tT".utf8.contains(text[10]),
      let year = Int(ascii: text[0..<4]), let month = Int(ascii: text[5..<7]),
      let day = Int(ascii: text[8..<10]), let time = DateParts.Time(text[11..<19])
    else { return nil }
    var parts = DateParts(year: year, month: month, day: day, time: time)
    var rest = text[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (48...57).contains($0) }
      parts.milliseconds = (Int(ascii: (digits + Array("00".utf8)).prefix(3)) ?? 0)
      rest = rest[digits.endIndex...]
    }
    guard let zone = rest.isEmpty ? 0 : zone(rest) else { return nil }
    parts.zoneMinutes = zone
    return parts
  }

  /// Words in whatever order: a month's name, a day, a year, a time, a zone.
  private static func loose(_ text: [UInt8]) -> DateParts? {
    var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
    var time: DateParts.Time?
    var zone = 0
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == UInt8(ascii: ",") }) {
      if time == nil, let clock = DateParts.Time(word) {
        time = clock
      } else if let value = self.month(word) {
        month = value
      } else if let number = Int(ascii: word) {
        if day == nil, word.count <= 2 { day = number } else { year = number }
      } else if time != nil, let minutes = self.zone(word) {
        zone = minutes
      } else if let parts = dashed(word) {
        (day, month, year) = parts
      }
    }
    guard let day, let month, let year, let time else { return nil }
    var parts = DateParts(year: year, month: month, day: day, time: time)
    parts.zoneMinutes = zone
    return parts
  }

  /// `06-Nov-94` of RFC 850, whose two digits mean 1970 … 2069.
  private static func dashed(_ word: ArraySlice<UInt8>) -> (Int?, Int?, Int?)? {
    let parts = word.split(separator: dash)
    guard parts.count == 3, let year = Int(ascii: parts[2]) else { return nil }
    let full = parts[2].count > 2 ? year : year + (year < 70 ? 2000 : 1900)
    return (Int(ascii: parts[0]), month(parts[1]), full)
  }

  private static let dash = UInt8(ascii: "-")
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } }

  private static func month(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count >= 3 else { return nil }
    var name: UInt32 = 0
    for byte in word.prefix(3) { name = name << 8 | UInt32(byte.lowercased) }
    return months.firstIndex(of: name).map { $0 + 1 }
  }

  private static let zones: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: [
      ("gmt", 0), ("utc", 0), ("ut", 0), ("z", 0), ("cet", 60), ("cest", 120), ("bst", 60),
      ("est", -300), ("edt", -240), ("cst", -360), ("cdt", -300), ("mst", -420), ("mdt", -360),
      ("pst", -480), ("pdt", -420),
    ].map { (Array($0.0.utf8), $0.1) }
  )

  /// Minutes east of Greenwich.
  private static func zone(_ word: ArraySlice<UInt8>) -> Int? {
    let name = word.trimmed.map(\.lowercased)
    if let known = zones[name] { return known }
    guard let sign = name.first, sign == dash || sign == UInt8(ascii: "+") else { return nil }
    let digits = name.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let number = Int(ascii: digits) else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == dash ? -minutes : minutes
  }
}

/// A date in the Gregorian calendar.
private struct DateParts {
  /// A time of the day.
  struct Time {
    let seconds: Int

    /// `08:49:37` or `8:49`.
    init?(_ word: ArraySlice<UInt8>) {
      if let usual = Self.usual(word) {
        seconds = usual
        return
      }
      let parts = word.split(separator: UInt8(ascii: ":"))
      guard parts.count == 2 || parts.count == 3 else { return nil }
      let numbers = parts.compactMap { Int(ascii: $0) }
      guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60 else { return nil }
      let second = numbers.count == 3 ? numbers[2] : 0
      // 60 is a leap second.
      guard second <= 60 else { return nil }
      seconds = numbers[0] * 3600 + numbers[1] * 60 + second
    }

    /// `08:49:37`, without splitting it.
    private static func usual(_ word: ArraySlice<UInt8>) -> Int? {
      let start = word.startIndex
      let colon = UInt8(ascii: ":")
      guard word.count == 8, word[start + 2] == colon, word[start + 5] == colon,
        let hours = Int(ascii: word[start..<start + 2]), hours < 24,
        let minutes = Int(ascii: word[start + 3..<start + 5]), minutes < 60,
        let seconds = Int(ascii: word[start + 6..<start + 8]), seconds <= 60
      else { return nil }
      return hours * 3600 + minutes * 60 + seconds
    }
  }

  var year: Int
  var month: Int
  var day: Int
  var time: Time
  var milliseconds = 0
  var zoneMinutes = 0

  var timestamp: Timestamp? {
    guard (1900...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    let seconds = daysSince1970 * 86_400 + time.seconds - zoneMinutes * 60
    return Timestamp(milliseconds: Int64(seconds * 1000 + milliseconds))
  }

  /// Counts from March, so that the leap day is a year's last.
  private var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
