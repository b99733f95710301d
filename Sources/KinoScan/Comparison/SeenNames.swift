/// Which of a directory's published names a listing had: one bit each.
struct SeenNames: Sendable {
  private var words: [UInt64]

  init(count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
  }

  @inline(__always)
  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  @inline(__always)
  func contains(_ number: Int) -> Bool { words[number >> 6] & 1 << UInt64(number & 63) != 0 }
}
