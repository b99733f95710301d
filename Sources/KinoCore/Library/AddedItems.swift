/// Items that the library does not have, of one directory, packed into bytes.
///
/// A first scan stages hardly anything else, and a row an item would cost more than listing it. Packed,
/// some twenty of them are one row; they are taken apart when they are published, or earlier where
/// processing has to relate them to what was lost.
///
/// The form is private to the staging: it is written and read by the same version of the engine, since
/// staging is never continued across a migration. It is read back with every length checked.
package struct AddedItems: Hashable, Sendable {
  /// Where the items are.
  package let directory: DirectoryID
  /// Whether it follows others of the same listing.
  package let isContinuation: Bool
  /// The packed items, after a header with their numbers and with what is staged of the listing.
  package private(set) var content: [UInt8]

  /// Beyond this the next item begins another row.
  ///
  /// SQLite keeps about two thousand bytes of a row in its page, of 8 KiB; what is longer takes pages
  /// of its own.
  package static let fullSize = 1_800
  /// Bytes of the numbers of videos and of sidecars.
  private static let countsSize = 8
  /// Bytes of the header.
  static let headerSize = countsSize + StagedListing.size

  /// Creates a pack without items.
  ///
  /// - Parameters:
  ///   - directory: Where the items are.
  ///   - isContinuation: Whether it follows others of the same listing.
  ///   - listing: The listing, where all that it differs in is in this pack and those that follow.
  package init(
    of directory: DirectoryID,
    isContinuation: Bool,
    listing: StagedListing? = nil
  ) {
    self.directory = directory
    self.isContinuation = isContinuation
    content = []
    content.reserveCapacity(Self.fullSize + 512)
    content.append(contentsOf: repeatElement(0, count: Self.countsSize))
    if let listing {
      content.append(contentsOf: listing.bytes)
    } else {
      content.append(contentsOf: repeatElement(0, count: StagedListing.size))
    }
  }

  /// How many there are of each kind.
  package var counts: Counts { Counts(content.span) }

  /// Whether the next item should go elsewhere.
  package var isFull: Bool { content.count >= Self.fullSize }

  /// Adds one.
  ///
  /// - Parameters:
  ///   - entry: What was listed.
  ///   - kind: Video or sidecar.
  ///   - compareKey: What the source compares by, where that is not the name.
  ///   - detail: What kind of video or sidecar.
  package mutating func append(
    _ entry: SourceEntry,
    _ kind: ItemKind,
    compareKey: [UInt8]?,
    detail: String?
  ) {
    // A tag says something about content only where there is no modification time.
    let etag = entry.modifiedAt == nil ? entry.etag : nil
    var presence: Presence = kind == .video ? [] : .sidecar
    if entry.size != nil { presence.insert(.size) }
    if entry.modifiedAt != nil { presence.insert(.modified) }
    if entry.createdAt != nil { presence.insert(.created) }
    if entry.stableID != nil { presence.insert(.stableID) }
    let isRare = compareKey != nil || etag != nil || entry.locator != nil || entry.flags != []
    if isRare { presence.insert(.rare) }
    content.append(presence.rawValue)
    append(bytes: entry.name.bytes)
    var detail = detail ?? ""
    detail.withUTF8 { utf8 in
      appendLength(utf8.count)
      unsafe content.append(contentsOf: utf8)
    }
    if let size = entry.size { append(word: UInt64(bitPattern: size)) }
    if let time = entry.modifiedAt { append(word: UInt64(bitPattern: time.milliseconds)) }
    if let time = entry.createdAt { append(word: UInt64(bitPattern: time.milliseconds)) }
    if let id = entry.stableID {
      append(word: id.high)
      append(word: id.low)
    }
    if isRare {
      append(word: UInt64(entry.flags.rawValue))
      for bytes in [compareKey, etag, entry.locator] { append(optional: bytes) }
    }
    count(kind)
  }

  private mutating func count(_ kind: ItemKind) {
    var place = kind == .video ? 0 : 4
    while true {
      content[place] &+= 1
      if content[place] != 0 { return }
      place += 1
    }
  }

  private mutating func append(word: UInt64) {
    unsafe withUnsafeBytes(of: word.littleEndian) { unsafe content.append(contentsOf: $0) }
  }

  /// Seven bits a byte, the lowest first.
  private mutating func appendLength(_ length: Int) {
    var rest = UInt(length)
    while rest > 0x7f {
      content.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    content.append(UInt8(rest))
  }

  private mutating func append(bytes: [UInt8]) {
    appendLength(bytes.count)
    content.append(contentsOf: bytes)
  }

  /// One more than the length, so that empty is not the same as unknown.
  private mutating func append(optional bytes: [UInt8]?) {
    guard let bytes else { return content.append(0) }
    appendLength(bytes.count + 1)
    content.append(contentsOf: bytes)
  }

  /// What is known about a packed item.
  struct Presence: OptionSet {
    let rawValue: UInt8

    static let sidecar = Presence(rawValue: 1 << 0)
    static let size = Presence(rawValue: 1 << 1)
    static let modified = Presence(rawValue: 1 << 2)
    static let created = Presence(rawValue: 1 << 3)
    static let stableID = Presence(rawValue: 1 << 4)
    /// Flags, comparison key, tag and locator, of which most items have none.
    static let rare = Presence(rawValue: 1 << 5)
  }
}

extension AddedItems {
  /// What the header says of the listing; `nil` where it says nothing, and of damaged content.
  package static func listing(in content: Span<UInt8>) -> StagedListing? {
    guard content.count >= headerSize else { return nil }
    return StagedListing(content.extracting(countsSize..<headerSize))
  }

  /// How many items of each kind there are.
  package struct Counts: Hashable, Sendable {
    package var videos = 0
    package var sidecars = 0

    package var total: Int { videos + sidecars }

    package init() {}

    /// Reads the header; of damaged content 0.
    package init(_ content: Span<UInt8>) {
      guard content.count >= AddedItems.countsSize else { return }
      func number(at start: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(content[start + $1]) << (8 * $1) }
      }
      videos = number(at: 0)
      sidecars = number(at: 4)
    }
  }
}
