import KinoCore
import KinoSQL

/// What `scan_queue.claim_token` holds: the token that a worker must show, and the process behind it.
///
/// 16 bytes of the token; then, where the process is known, 8 that stand for its boot, 4 of its id
/// and 8 of its start, the most significant byte first.
struct ClaimToken {
  var bytes: [UInt8]

  /// Where the token ends and the process begins.
  static let size = 16

  init(_ token: UID, of holder: WorkHolder?) {
    bytes = token.bytes
    guard let holder else { return }
    bytes += Self.boot(holder.bootID)
    bytes += Self.bigEndian(UInt64(UInt32(bitPattern: holder.processID)), count: 4)
    bytes += Self.bigEndian(UInt64(bitPattern: holder.processStartedAt), count: 8)
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The process that holds the claim, if it runs where `here` does; of another machine, or from
  /// before this one started, nothing can be told.
  func holder(beside here: WorkHolder) -> WorkHolder? {
    guard bytes.count == Self.size + 20, Array(bytes[16..<24]) == Self.boot(here.bootID) else {
      return nil
    }
    return WorkHolder(
      bootID: here.bootID,
      processID: Int32(bitPattern: UInt32(Self.number(bytes[24..<28]))),
      processStartedAt: Int64(bitPattern: Self.number(bytes[28..<36]))
    )
  }

  private static func boot(_ id: String) -> [UInt8] {
    Array(SHA256.hash(Array(id.utf8)).prefix(8))
  }

  private static func bigEndian(_ number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
