package import KinoCore

/// Hashes the files and sidecars of a listing, in whatever order they come.
///
/// It takes in every fact that the comparison of an item looks at, of each item on its own, so that
/// exchanging facts between two items shows. The hashes of the items are added up.
package struct ListingHash: Sendable {
  private let facts: ListingFacts
  private var sum: UInt128 = 0
  /// How many items were taken in.
  package private(set) var count = 0

  package init(_ facts: ListingFacts) { self.facts = facts }

  /// Takes in an item that the filter accepts.
  ///
  /// - Parameters:
  ///   - entry: What was listed.
  ///   - kind: Video or sidecar.
  @inline(__always)
  package mutating func add(_ entry: SourceEntry, _ kind: ItemKind) {
    sum &+= facts.hash(entry, kind)
    count &+= 1
  }

  /// The digest of what was taken in.
  package var digest: ListingDigest {
    var hash = BlockHash(seed: facts.seed)
    hash.absorb(UInt64(truncatingIfNeeded: sum), UInt64(truncatingIfNeeded: sum >> 64))
    hash.absorb(UInt64(count), 0)
    let whole = hash.finish()
    return ListingDigest(
      high: UInt64(truncatingIfNeeded: whole >> 64),
      low: UInt64(truncatingIfNeeded: whole)
    )
  }
}

/// Which facts of an item a digest stands for, and what else it depends on.
///
/// Whatever the comparison of an item goes by besides its facts is in the seed: another filter, or a
/// source that declares something else, has other digests for the same listing.
package struct ListingFacts: Sendable {
  let seed: (low: UInt64, high: UInt64)
  private let comparesTimes: Bool
  private let comparesStableIDs: Bool

  /// Counts changes of what is hashed and of what the comparison looks at.
  private static let version: UInt64 = 1

  package init(_ rules: FactRules, filter: [UInt8], policy: ComparisonPolicy) {
    comparesTimes = rules.precision != nil
    comparesStableIDs = rules.comparesStableIDs
    var salt = StableHash()
    salt.append(Self.version)
    salt.appendField(filter)
    salt.append([policy.ignoresCase ? 1 : 0, policy.composes ? 1 : 0])
    salt.appendField(policy.unicodeVersion.utf8)
    salt.append(UInt64(bitPattern: rules.precision ?? 0))
    salt.append([rules.comparesStableIDs ? 1 : 0, rules.stableIDSurvivesRename ? 1 : 0])
    let bytes = salt.bytes
    func word(_ half: ArraySlice<UInt8>) -> UInt64 { half.reduce(0) { $0 << 8 | UInt64($1) } }
    seed = (word(bytes[8...]), word(bytes[..<8]))
  }

  /// The hash of one item.
  @inline(__always)
  func hash(_ entry: SourceEntry, _ kind: ItemKind) -> UInt128 {
    let name = entry.name.bytes
    // A tag counts where no time can tell.
    let tag = comparesTimes && entry.modifiedAt != nil ? nil : entry.etag
    var known: UInt64 = if case .sidecar = kind { 1 } else { 0 }
    if entry.size != nil { known |= 2 }
    if entry.modifiedAt != nil { known |= 4 }
    if comparesStableIDs && entry.stableID != nil { known |= 8 }
    if tag != nil { known |= 16 }
    var hash = BlockHash(seed: seed)
    hash.absorb(known | UInt64(name.count) &<< 8, UInt64(bitPattern: entry.size ?? 0))
    let time = comparesTimes ? entry.modifiedAt?.milliseconds ?? 0 : 0
    hash.absorb(UInt64(bitPattern: time), UInt64(tag?.count ?? 0))
    if comparesStableIDs, let id = entry.stableID { hash.absorb(id.high, id.low) }
    hash.absorb(name.span)
    if let tag { hash.absorb(tag.span) }
    return hash.finish()
  }
}
