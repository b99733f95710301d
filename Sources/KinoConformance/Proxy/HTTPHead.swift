/// The first line and the fields of a request or an answer, as they were sent but for what is set.
struct HTTPHead: Sendable {
  /// The first line, without its end.
  var firstLine: String
  private var fields: [(name: String, value: String)]

  /// Creates a head.
  init(_ firstLine: String, _ fields: [(name: String, value: String)] = []) {
    self.firstLine = firstLine
    self.fields = fields
  }

  /// Reads what stands before the empty line; what is no field is left out.
  init(bytes: some Collection<UInt8>) {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
    firstLine = lines.isEmpty ? "" : lines.removeFirst()
    fields = lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      return (String(line[..<colon]), String(value))
    }
  }

  /// The first value of a field; setting one replaces all, and `nil` takes them away.
  subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// The second word of the first line: a request's target, or an answer's status.
  var secondWord: String {
    let words = firstLine.split(separator: " ", maxSplits: 2)
    return words.count > 1 ? String(words[1]) : ""
  }

  /// The method of a request.
  var method: String { String(firstLine.prefix { $0 != " " }) }

  /// The target of a request.
  var target: String {
    get { secondWord }
    set { firstLine = "\(method) \(newValue) HTTP/1.1" }
  }

  /// The status of an answer; 0 for what is none.
  var status: Int { Int(secondWord) ?? 0 }

  /// The head as it is sent, with the empty line.
  var bytes: [UInt8] {
    var text = firstLine + "\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Replaces a text in the values of some fields.
  mutating func replace(_ text: String, with other: String, in names: [String]) {
    for index in fields.indices where names.contains(where: { Self.isSame($0, fields[index].name) })
    {
      fields[index].value = fields[index].value.replacing(text, with: other)
    }
  }

  private static func isSame(_ name: String, _ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}
