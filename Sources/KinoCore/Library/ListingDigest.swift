/// Stands for the files and sidecars that a complete listing of a directory held.
///
/// It is stored with the directory for as long as comparing that listing with the published rows would
/// find nothing. A later complete listing of the same digest holds the same facts, so that comparing it
/// would find nothing either, and the rows need not be read.
///
/// Which facts count, and how they are hashed, is the scan's business; the form is fixed for ever.
package struct ListingDigest: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// Length of the stored form.
  package static let size = 16

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the stored form; `nil` for anything of another length, and for 0.
  ///
  /// - Parameter bytes: The stored form.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.init(high: bytes.word(at: 0), low: bytes.word(at: 8))
    guard high != 0 || low != 0 else { return nil }
  }

  /// The stored form: both halves, the lowest byte first.
  package var bytes: [UInt8] {
    (0..<Self.size).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64($0 % 8 * 8)) }
  }
}

/// What is staged of a complete listing, so that its digest is published with what it found.
package struct StagedListing: Hashable, Sendable {
  package let digest: ListingDigest
  /// How many files and sidecars it held: as many rows the directory must have in the end.
  package let itemCount: Int

  /// Length of the stored form.
  package static let size = ListingDigest.size + 8

  package init(digest: ListingDigest, itemCount: Int) {
    self.digest = digest
    self.itemCount = itemCount
  }

  /// Reads the stored form; `nil` where there is none.
  ///
  /// - Parameter bytes: The stored form.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Self.size,
      let digest = ListingDigest(bytes.extracting(first: ListingDigest.size))
    else { return nil }
    let count = Int64(bitPattern: bytes.word(at: ListingDigest.size))
    self.init(digest: digest, itemCount: Int(truncatingIfNeeded: count))
  }

  /// The stored form: the digest's, and the number.
  package var bytes: [UInt8] {
    digest.bytes + (0..<8).map { UInt8(truncatingIfNeeded: itemCount >> ($0 * 8)) }
  }
}

extension Span<UInt8> {
  /// Eight bytes as a number, the lowest first.
  fileprivate func word(at start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[start + $1]) << UInt64($1 * 8) }
  }
}
