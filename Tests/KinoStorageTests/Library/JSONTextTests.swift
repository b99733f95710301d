import Testing

@testable import KinoStorage

@Suite("JSON that is written as it goes")
struct JSONTextTests {
  @Test("numbers are those of a value", arguments: [[], [0], [9, 10, -1], [.max, .min]])
  func numbers(_ numbers: [Int]) {
    let value = JSONValue.array(numbers.map { .integer(Int64($0)) })
    #expect(String(decoding: JSONText(numbers).bytes, as: UTF8.self) == value.text)
  }

  @Test(
    "an object has the text of the value that it stands for",
    arguments: [
      [], ["a"], ["b", "a"], ["a\"b\\", "\n\u{1}", "ä", "\u{1F600}", "", "title", "airDate"],
    ]
  )
  func objects(_ names: [String]) {
    let members = names.enumerated().map { (name: $1, number: $0) }
    let text = JSONText(members, name: \.name) { $0.append($1.number, -1, $1.name) }
    let values = members.map { member in
      let value = [.integer(Int64(member.number)), .integer(-1), JSONValue.string(member.name)]
      return (member.name, JSONValue.array(value))
    }
    let value = JSONValue.object(Dictionary(uniqueKeysWithValues: values))
    #expect(String(decoding: text.bytes, as: UTF8.self) == value.text)
  }

  @Test("of members with one name the first counts")
  func repeated() {
    let text = JSONText([("b", "1"), ("a", "2"), ("b", "3")], name: \.0) { $0.append($1.1) }
    #expect(String(decoding: text.bytes, as: UTF8.self) == #"{"a":"2","b":"1"}"#)
  }
}
