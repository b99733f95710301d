import KinoCore

/// Reads a file of a ``MemorySource``; notices when it is no longer the one that was opened.
final class MemoryReader: SourceReader {
  private let source: MemorySource
  private let path: SourcePath
  private let expected: FileFingerprint

  init(_ source: MemorySource, _ path: SourcePath, expecting expected: FileFingerprint) {
    self.source = source
    self.path = path
    self.expected = expected
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    let path = path
    let expected = expected
    return try await source.answer(.read, path) { state throws(SourceError) in
      let entry = try state.entry(at: path)
      guard expected.agrees(with: FileFingerprint(entry)) else {
        throw SourceError(.changedDuringRead, path: path)
      }
      let end = min(entry.size ?? 0, offset + Int64(count))
      guard offset < end else { return [] }
      if let content = state.tree.contents[path] {
        return Array(content[Int(offset)..<Int(end)])
      }
      let seed = state.tree.entries[path]?.stableID?.low ?? 0
      return (offset..<end).map { UInt8(truncatingIfNeeded: Self.mix(seed, UInt64($0))) }
    }
  }

  func close() async {}

  private static func mix(_ seed: UInt64, _ offset: UInt64) -> UInt64 {
    let mixed = (seed &* 0x9E37_79B9_7F4A_7C15) ^ (offset &* 0xBF58_476D_1CE4_E5B9)
    return mixed ^ (mixed >> 29)
  }
}
