import KinoSQL

/// JSON that is written as it goes, without a value for each of its parts.
///
/// The text is that of ``JSONValue/text``: no white space, members in the order of their names, and
/// of several with one name the first.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// An array of numbers.
  init(_ numbers: [Int]) {
    bytes.append(UInt8(ascii: "["))
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(number)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// An object.
  ///
  /// - Parameters:
  ///   - members: What its members are made of.
  ///   - name: Names one.
  ///   - value: Writes the value of one.
  init<Member>(
    _ members: some Collection<Member>,
    name: (Member) -> String,
    value: (inout JSONText, Member) -> Void
  ) {
    let named = members.enumerated().map { (name: name($1), place: $0, member: $1) }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }
    bytes.reserveCapacity(named.count * 24 + 2)
    bytes.append(UInt8(ascii: "{"))
    var last: String?
    for one in named where one.name != last {
      if last != nil { bytes.append(UInt8(ascii: ",")) }
      append(one.name)
      bytes.append(UInt8(ascii: ":"))
      value(&self, one.member)
      last = one.name
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes a text, quoted.
  mutating func append(_ text: String) {
    guard text.utf8.allSatisfy(Self.isPlain) else {
      bytes += text.jsonQuoted.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a number.
  mutating func append(_ number: Int) {
    guard (0..<10).contains(number) else {
      bytes += String(number).utf8
      return
    }
    bytes.append(UInt8(ascii: "0") + UInt8(number))
  }

  /// Writes an array of two numbers and a text.
  mutating func append(_ first: Int, _ second: Int, _ text: String) {
    bytes.append(UInt8(ascii: "["))
    append(first)
    bytes.append(UInt8(ascii: ","))
    append(second)
    bytes.append(UInt8(ascii: ","))
    append(text)
    bytes.append(UInt8(ascii: "]"))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

extension Statement {
  /// Binds JSON, or NULL.
  func bind(_ index: Int32, _ json: JSONText?) {
    if let json { bind(index, text: json.bytes.span) } else { bindNull(index) }
  }
}
