import KinoScan
import Testing

@Suite("Stable hash")
struct StableHashTests {
  @Test(
    "gives the published values of FNV-1a with 128 bits",
    arguments: [
      ("", "6c62272e07bb014262b821756295c58d"),
      ("a", "d228cb696f1a8caf78912b704e4a8964"),
      ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ]
  )
  func vectors(_ text: String, _ expected: String) {
    var hash = StableHash()
    hash.append(text.utf8)
    let digits = hash.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(digits.joined() == expected)
  }

  @Test("tells blocks apart wherever they differ, and less than a word is fed byte by byte")
  func blocks() {
    func hash(_ bytes: [UInt8]) -> [UInt8] {
      var hash = StableHash()
      hash.append(block: bytes)
      return hash.bytes
    }
    let zeros = [UInt8](repeating: 0, count: 21)
    var others: Set<[UInt8]> = [hash(zeros)]
    for index in zeros.indices {
      for bit in [UInt8(1), 128] {
        var bytes = zeros
        bytes[index] = bit
        others.insert(hash(bytes))
      }
    }
    #expect(others.count == 43)
    var plain = StableHash()
    plain.append([1, 2, 3])
    #expect(hash([1, 2, 3]) == plain.bytes)
  }

  @Test("tells where one field ends and the next begins")
  func fields() {
    func hash(_ fields: [String]) -> [UInt8] {
      var hash = StableHash()
      for field in fields { hash.appendField(field.utf8) }
      return hash.bytes
    }
    #expect(hash(["ab", "c"]) != hash(["a", "bc"]))
    #expect(hash(["abc"]) != hash(["abc", ""]))
  }
}
