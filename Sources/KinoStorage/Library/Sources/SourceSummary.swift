package import KinoCore
import KinoSQL

/// A source as a list shows it.
package struct SourceSummary: Hashable, Sendable {
  package var id: SourceID
  package var uid: UID
  package var adapter: String
  package var displayName: String
  package var location: String
  package var rootPath: [UInt8]
  package var isEnabled: Bool
  /// Since when it cannot be reached.
  package var offlineSince: Timestamp?
  /// Whether only a person can help, as with wrong credentials.
  package var needsAttention: Bool

  init(_ row: borrowing Row) {
    id = SourceID(row.int64(0))
    uid = row.uid(1)
    adapter = row.text(2)
    displayName = row.text(3)
    location = row.text(4)
    rootPath = row.bytes(5)
    isEnabled = row.text(6) == "active"
    offlineSince = row.timestamp(7)
    needsAttention = row.bool(8)
  }
}

extension Row {
  /// Reads an identifier; the schema checks that it has 16 bytes.
  func uid(_ column: Int32) -> UID {
    UID(bytes: bytes(column)) ?? UID(high: 0, low: 0)
  }
}
