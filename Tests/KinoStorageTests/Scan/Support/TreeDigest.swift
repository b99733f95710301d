import KinoCore

/// A digest of the simplest kind, for stores to which a digest is only bytes.
struct TreeDigest {
  private var sum: UInt64 = 0
  private(set) var count = 0

  mutating func add(_ name: [UInt8], size: Int64?, modifiedAt: Int64?, stableID: StableID?) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    for byte in name { mix(UInt64(byte)) }
    for word in [size ?? -1, modifiedAt ?? -1] { mix(UInt64(bitPattern: word)) }
    mix(stableID?.low ?? .max)
    sum &+= hash
    count += 1
  }

  var listing: StagedListing {
    StagedListing(digest: ListingDigest(high: 1, low: sum), itemCount: count)
  }
}
