import KinoCore
import KinoSQL
import KinoStorage
import KinoTestSupport
import Testing

@Suite("JSON in columns")
struct JSONTests {
  @Test(
    "text that is no JSON, or none that is stored here, is refused",
    arguments: [
      "", " ", "nul", "tru", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "{'a':1}", "01",
      "-",
      "-01", "+1", "1.5", "1e3", "9223372036854775808", "\"a", "\"\\x\"", "\"\\u12\"",
      "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"", "[1] x", "[", "{", "]",
    ]
  )
  func refused(_ text: String) { #expect(JSONValue(text: text) == nil) }

  @Test("escapes and the ends of the numbers are read")
  func read() {
    let text = #" [ "\ud83d\ude00\u0041\/\n" , -9223372036854775808 , 0 , { } , [ ] ] "#
    let expected: [JSONValue] = [
      .string("\u{1F600}A/\n"), .integer(.min), .integer(0), .object([:]), .array([]),
    ]
    #expect(JSONValue(text: text) == .array(expected))
  }

  @Test("nesting ends at 64 levels")
  func depth() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(JSONValue(text: nested(64)) != nil)
    #expect(JSONValue(text: nested(65)) == nil)
    #expect(JSONValue(text: String(repeating: "[", count: 1_000_000)) == nil)
  }

  @Test("hex digits are read back, and nothing else")
  func hex() {
    #expect(JSONValue.hex([0x00, 0xAF, 0xFF]) == .string("00AFFF"))
    #expect(JSONValue.string("00AFff").hexBytes == [0x00, 0xAF, 0xFF])
    for text in ["0", "0G", "\u{FF10}\u{FF10}", " 0", "é"] {
      #expect(JSONValue.string(text).hexBytes == nil)
    }
  }

  @Test("what is written is read back, and SQLite takes it for JSON")
  func roundTrip() throws {
    let connection = try Connection(.memory)
    let random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let value = Self.value(random, depth: 0)
      try #require(JSONValue(text: value.text) == value, "\(value.text)")
      try #require(try Self.isValid(value.text, connection), "\(value.text)")
    }
  }

  @Test("spoilt text is refused or is JSON to SQLite as well, and never traps")
  func fuzz() throws {
    let connection = try Connection(.memory)
    let random = SeededRandom(seed: 11)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = Array(Self.value(random, depth: 0).text.utf8)
      for _ in 0...(random.next() % 3) { Self.spoil(&bytes, random) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let value = JSONValue(text: text) else { continue }
      accepted += 1
      try #require(try Self.isValid(text, connection), "\(text)")
      try #require(JSONValue(text: value.text) == value, "\(text)")
    }
    #expect(accepted > 100)
  }

  private static func isValid(_ text: String, _ connection: borrowing Connection) throws -> Bool {
    try connection.first("SELECT json_valid(?1)") {
      $0.bind(1, text)
    } _: {
      $0.bool(0)
    } == true
  }

  private static func spoil(_ bytes: inout [UInt8], _ random: SeededRandom) {
    let marks = Array(#"{}[]",:\u0-19.eEtfn /'"#.utf8) + [0x00, 0x1F, 0x7F, 0xC3, 0xFF]
    let place = Int(random.next() % UInt64(bytes.count + 1))
    let mark = marks[Int(random.next() % UInt64(marks.count))]
    switch random.next() % 3 {
    case 0: bytes.insert(mark, at: place)
    case 1 where place < bytes.count: bytes[place] = mark
    default: bytes.removeSubrange(min(place, bytes.count)..<min(place + 1, bytes.count))
    }
  }

  private static func value(_ random: SeededRandom, depth: Int) -> JSONValue {
    switch random.next() % (depth < 4 ? 6 : 4) {
    case 0: return .null
    case 1: return .bool(random.next() % 2 == 0)
    case 2: return .integer(Int64(bitPattern: random.next() >> (random.next() % 64)))
    case 3: return .string(text(random))
    case 4: return .array((0..<random.next() % 4).map { _ in value(random, depth: depth + 1) })
    default:
      let members = (0..<random.next() % 4).map { _ in
        (text(random), value(random, depth: depth + 1))
      }
      return .object(Dictionary(members) { $1 })
    }
  }

  private static func text(_ random: SeededRandom) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "/", "\n", "\u{1}", "é", "\u{1F600}", "\u{7F}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<random.next() % 6 { text.append(scalars[Int(random.next() % 9)]) }
    return String(text)
  }
}
