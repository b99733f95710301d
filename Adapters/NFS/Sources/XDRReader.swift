/// Reads numbers of untrusted bytes (RFC 4506), never past their end.
@safe
struct XDRReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Reads bytes that outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { unsafe offset == bytes.count }

  /// Reads an unsigned integer.
  mutating func word() throws(NFSFailure) -> UInt32 {
    guard unsafe bytes.count - offset >= 4 else { throw .malformed }
    defer { offset += 4 }
    return UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads an unsigned hyper integer.
  mutating func hyper() throws(NFSFailure) -> UInt64 {
    guard unsafe bytes.count - offset >= 8 else { throw .malformed }
    defer { offset += 8 }
    return UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
