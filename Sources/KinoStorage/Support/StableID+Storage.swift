import KinoCore
import KinoSQL

extension StableID {
  /// Bytes of the longest encoding.
  static let longestEncoding = 16

  /// Writes ``encoded`` to the end of a buffer of ``longestEncoding`` bytes, without an allocation.
  ///
  /// - Returns: Where it begins.
  func encode(into buffer: inout [UInt8]) -> Int {
    for index in 0..<8 {
      let shift = UInt64(56 - 8 * index)
      buffer[8 + index] = UInt8(truncatingIfNeeded: low >> shift)
      buffer[index] = UInt8(truncatingIfNeeded: high >> shift)
    }
    return high == 0 ? 8 : 0
  }

  /// Reads ``encoded`` from where SQLite keeps it; `nil` for no bytes, as for NULL.
  init?(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in bytes.indices.suffix(16) {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(bytes[index])
    }
    self.init(high: high, low: low)
  }
}

extension Statement {
  /// Binds a stable id or NULL, encoded in a buffer of ``StableID/longestEncoding`` bytes.
  func bind(_ index: Int32, _ id: StableID?, by scratch: inout [UInt8]) {
    guard let id else { return bindNull(index) }
    let start = id.encode(into: &scratch)
    bind(index, scratch.span.extracting(start...))
  }
}

extension Row {
  /// Reads a stable id; `nil` for NULL.
  func stableID(_ column: Int32) -> StableID? {
    withBytes(column) { StableID($0) }
  }

  /// Reads a moment; `nil` for NULL.
  func timestamp(_ column: Int32) -> Timestamp? {
    optionalInt64(column).map { Timestamp(milliseconds: $0) }
  }
}
