import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Content fingerprints")
struct ContentFingerprintTests {
  private static let kilobyte = 1_024

  private func fingerprint(_ bytes: [UInt8]) async throws -> ContentFingerprint {
    let source = MemorySource()
    source.addFile(.path("a.mkv"))
    source.setContent(bytes, at: .path("a.mkv"))
    let reader = try await source.connect().open(.path("a.mkv"))
    return try await ContentFingerprint(reading: reader, size: Int64(bytes.count))
  }

  @Test(
    "every byte of a file of up to 128 KiB counts once",
    arguments: [0, 1, 64 * kilobyte, 64 * kilobyte + 1, 128 * kilobyte]
  )
  func ranges(_ size: Int) {
    let head = ContentFingerprint.headRange(ofSize: Int64(size))
    let tail = ContentFingerprint.tailRange(ofSize: Int64(size))
    #expect(head.lowerBound == 0)
    #expect(head.upperBound == tail.lowerBound)
    #expect(tail.upperBound == Int64(size))
  }

  @Test("of a longer file the ends count, and the middle does not")
  func ends() async throws {
    var bytes = [UInt8](repeating: 1, count: 200 * Self.kilobyte)
    let original = try await fingerprint(bytes)
    bytes[100 * Self.kilobyte] = 2
    #expect(try await fingerprint(bytes) == original)
    bytes[0] = 2
    #expect(try await fingerprint(bytes) != original)
    bytes[0] = 1
    bytes[bytes.count - 1] = 2
    #expect(try await fingerprint(bytes) != original)
  }

  @Test("the size counts")
  func size() {
    #expect(
      ContentFingerprint(size: 1, head: [], tail: [])
        != ContentFingerprint(size: 2, head: [], tail: [])
    )
  }

  @Test("is stored as a version and 16 bytes that never change")
  func stored() {
    let bytes = ContentFingerprint(size: 3, head: [1, 2, 3], tail: []).bytes
    #expect(
      bytes == [1, 39, 189, 82, 132, 131, 110, 15, 151, 87, 115, 15, 13, 65, 141, 218, 20]
    )
    let long = ContentFingerprint(size: 12, head: Array(1...12), tail: []).bytes
    #expect(
      long == [1, 44, 238, 1, 207, 67, 166, 31, 226, 35, 90, 214, 236, 81, 49, 139, 196]
    )
  }

  @Test("a file that is shorter than it was listed has no fingerprint")
  func shorter() async throws {
    let source = MemorySource()
    source.addFile(.path("a.mkv"))
    source.setContent([1, 2, 3], at: .path("a.mkv"))
    let reader = try await source.connect().open(.path("a.mkv"))
    await #expect(throws: SourceError.self) {
      try await ContentFingerprint(reading: reader, size: 4)
    }
  }
}
