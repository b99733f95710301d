package import KinoCore

/// A short witness of a file's content: its size, and a hash of its first and last 64 KiB.
///
/// Two files with one fingerprint are taken for the same content only where they are candidates
/// for a move already. Files of up to 128 KiB are hashed whole.
package struct ContentFingerprint: Hashable, Sendable {
  /// How much of each end is read, in bytes.
  package static let window: Int64 = 65_536
  /// The first stored byte: how the rest was made.
  package static let version: UInt8 = 1

  /// The 17 bytes that are stored: a version and a hash.
  package let bytes: [UInt8]

  /// Makes the fingerprint of a file from what was read of it.
  ///
  /// - Parameters:
  ///   - size: The file's length in bytes.
  ///   - head: The bytes of ``headRange(ofSize:)``.
  ///   - tail: The bytes of ``tailRange(ofSize:)``.
  package init(size: Int64, head: [UInt8], tail: [UInt8]) {
    var hash = StableHash()
    hash.append(UInt64(bitPattern: size))
    hash.append(block: head)
    hash.append(block: tail)
    bytes = [Self.version] + hash.bytes
  }

  /// What of a file of this size is its head.
  package static func headRange(ofSize size: Int64) -> Range<Int64> { 0..<min(size, window) }

  /// What of a file of this size is its tail: nothing that belongs to the head.
  package static func tailRange(ofSize size: Int64) -> Range<Int64> {
    min(size, max(window, size - window))..<size
  }

  /// Reads a file's fingerprint: at most two reads of 64 KiB.
  ///
  /// Cancelling ends the read under way.
  ///
  /// - Parameters:
  ///   - reader: The open file.
  ///   - size: Its length, at least 0, as it was listed.
  /// - Throws: ``SourceError``: `changedDuringRead` when the file is shorter than that.
  package init(reading reader: any SourceReader, size: Int64) async throws(SourceError) {
    let head = try await Self.read(Self.headRange(ofSize: size), of: reader)
    let tail = try await Self.read(Self.tailRange(ofSize: size), of: reader)
    self.init(size: size, head: head, tail: tail)
  }

  private static func read(
    _ range: Range<Int64>,
    of reader: any SourceReader
  ) async throws(SourceError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let bytes = try await reader.read(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else { throw SourceError(.changedDuringRead) }
    return bytes
  }
}
