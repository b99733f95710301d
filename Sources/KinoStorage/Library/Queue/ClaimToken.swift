import KinoCore
import KinoSQL

/// What `scan_queue.claim_token` holds: the token that a worker must show, and the process behind it.
///
/// 16 bytes of the token; then, where the process is known, 8 that stand for its boot, 4 of its id
/// and 8 of its start, the most significant byte first.
struct ClaimToken {
  var bytes: [UInt8]

  private static let tokenPart = 0..<16
  private static let bootPart = 16..<24
  private static let processPart = 24..<28
  private static let startPart = 28..<36

  /// The token in a column, as SQL.
  static func token(in column: String) -> String { "substr(\(column), 1, \(tokenPart.count))" }

  init(_ token: UID, of holder: WorkHolder?) {
    bytes = token.bytes
    guard let holder else { return }
    bytes += Self.hash(ofBoot: holder.bootID)
    bytes += Self.bigEndian(UInt64(UInt32(bitPattern: holder.processID)), Self.processPart.count)
    bytes += Self.bigEndian(UInt64(bitPattern: holder.processStartedAt), Self.startPart.count)
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The process that holds the claim, if it runs where `here` does; of another machine, or from
  /// before this one started, nothing can be told.
  func holder(beside here: WorkHolder) -> WorkHolder? {
    guard bytes.count == Self.startPart.upperBound,
      bytes[Self.bootPart].elementsEqual(Self.hash(ofBoot: here.bootID))
    else { return nil }
    return WorkHolder(
      bootID: here.bootID,
      processID: Int32(bitPattern: UInt32(Self.number(bytes[Self.processPart]))),
      processStartedAt: Int64(bitPattern: Self.number(bytes[Self.startPart]))
    )
  }

  private static func hash(ofBoot id: String) -> ArraySlice<UInt8> {
    SHA256.hash(Array(id.utf8)).prefix(bootPart.count)
  }

  private static func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
