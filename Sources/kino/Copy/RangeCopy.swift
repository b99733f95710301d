import KinoCore

/// Copies bytes of an open file, reading one piece ahead of what is written.
struct RangeCopy: Sendable {
  /// How many bytes are read at once; at most two such pieces are in memory.
  static let pieceSize = 1 << 20

  /// The file.
  let reader: any SourceReader
  /// Where to end; `nil` for the end of the file.
  let end: Int64?

  /// Copies up to the end.
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - output: What the bytes go to, and waits until they are taken.
  /// - Throws: ``Interruption``: a source's `changedDuringRead` when the file ends before ``end``.
  func copy(from start: Int64, to output: StandardOutput) async throws(Interruption) {
    var position = start
    var piece = try await read(at: position).get()
    while !piece.isEmpty {
      position += Int64(piece.count)
      let next = position
      async let ahead = read(at: next)
      try await output.send(piece)
      piece = try await ahead.get()
    }
    guard end.map({ position >= $0 }) ?? true else {
      throw .source(SourceError(.changedDuringRead))
    }
  }

  /// The piece at a position; empty at the end.
  private func read(at position: Int64) async -> Result<[UInt8], Interruption> {
    let count = end.map { min(Int64(Self.pieceSize), $0 - position) } ?? Int64(Self.pieceSize)
    guard count > 0 else { return .success([]) }
    do throws(SourceError) {
      return .success(try await reader.read(at: position, count: Int(count)))
    } catch {
      return .failure(.source(error))
    }
  }
}
