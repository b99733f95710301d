import KinoSQL
import Testing

/// The examples of FIPS 180-4 and of NIST's Cryptographic Standards and Guidelines page.
@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "the NIST examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ]
  )
  func examples(_ text: String, _ digest: String) {
    #expect(SHA256.hexadecimal(text) == digest)
  }

  @Test("a long message")
  func long() {
    let text = String(repeating: "a", count: 1_000_000)
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hexadecimal(text) == digest)
  }

  @Test("every length around the block boundary is padded to whole blocks", arguments: 50..<70)
  func boundary(_ length: Int) {
    #expect(SHA256.hash(Array(repeating: 0x61, count: length)).count == 32)
  }
}
