/// An open file behind a gate, whose answers are checked.
final class LayeredReader: SourceReader {
  private let reader: any SourceReader
  private let path: SourcePath
  private let ranges: SourceCapabilities.RangeSupport
  private let gate: OperationGate
  private let deadline: Duration

  init(
    _ reader: any SourceReader,
    at path: SourcePath,
    ranges: SourceCapabilities.RangeSupport,
    gate: OperationGate,
    deadline: Duration
  ) {
    self.reader = reader
    self.path = path
    self.ranges = ranges
    self.gate = gate
    self.deadline = deadline
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= Int64.max - Int64(count) else {
      throw SourceError(.rangeNotSatisfiable, path: path)
    }
    guard offset == 0 || ranges != .none else { throw SourceError(.unsupported, path: path) }
    let bytes = try await gate.run(within: deadline, at: path) {
      [reader] () throws(SourceError) in
      try await reader.read(at: offset, count: count)
    }
    guard bytes.count <= count else { throw SourceError(.protocolViolation, path: path) }
    return bytes
  }

  func close() async {
    await reader.close()
  }
}
