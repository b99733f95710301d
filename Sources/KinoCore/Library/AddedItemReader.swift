/// Takes packed items apart, one after the other, without copying.
///
/// Whatever the bytes are, nothing outside of them is read.
package struct AddedItemReader {
  /// One item; ranges say where its bytes lie in the content.
  package struct Item {
    package var kind: ItemKind
    package var name: Range<Int>
    /// What kind of video or sidecar, as UTF-8.
    package var detail: Range<Int>?
    package var size: Int64?
    package var modifiedAt: Timestamp?
    package var createdAt: Timestamp?
    package var stableID: StableID?
    package var flags: Int64 = 0
    package var compareKey: Range<Int>?
    package var etag: Range<Int>?
    package var locator: Range<Int>?
  }

  /// The content is not what ``AddedItems`` writes.
  package struct Damage: Error {}

  private var position = AddedItems.headerSize

  package init() {}

  /// The next item of the content; `nil` at its end.
  package mutating func next(in content: Span<UInt8>) throws(Damage) -> Item? {
    guard position < content.count else { return nil }
    let presence = AddedItems.Presence(rawValue: content[position])
    position += 1
    let name = try bytes(in: content)
    guard !name.isEmpty else { throw Damage() }
    let detail = try bytes(in: content)
    var item = Item(
      kind: presence.contains(.sidecar) ? .sidecar : .video,
      name: name,
      detail: detail.isEmpty ? nil : detail
    )
    if presence.contains(.size) { item.size = Int64(bitPattern: try word(in: content)) }
    if presence.contains(.modified) { item.modifiedAt = try time(in: content) }
    if presence.contains(.created) { item.createdAt = try time(in: content) }
    if presence.contains(.stableID) {
      item.stableID = StableID(high: try word(in: content), low: try word(in: content))
    }
    if presence.contains(.rare) {
      item.flags = Int64(bitPattern: try word(in: content))
      item.compareKey = try optionalBytes(in: content)
      item.etag = try optionalBytes(in: content)
      item.locator = try optionalBytes(in: content)
    }
    return item
  }

  private mutating func time(in content: Span<UInt8>) throws(Damage) -> Timestamp {
    Timestamp(milliseconds: Int64(bitPattern: try word(in: content)))
  }

  private mutating func word(in content: Span<UInt8>) throws(Damage) -> UInt64 {
    guard content.count - position >= 8 else { throw Damage() }
    let word = unsafe content.bytes.unsafeLoadUnaligned(
      fromByteOffset: position,
      as: UInt64.self
    )
    position += 8
    return UInt64(littleEndian: word)
  }

  private mutating func length(in content: Span<UInt8>) throws(Damage) -> Int {
    var length = 0
    var shift = 0
    while position < content.count, shift < 35 {
      let byte = content[position]
      position += 1
      length |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
    throw Damage()
  }

  private mutating func bytes(in content: Span<UInt8>) throws(Damage) -> Range<Int> {
    try range(of: try length(in: content), in: content)
  }

  private mutating func optionalBytes(in content: Span<UInt8>) throws(Damage) -> Range<Int>? {
    let length = try length(in: content)
    return length == 0 ? nil : try range(of: length - 1, in: content)
  }

  private mutating func range(
    of length: Int,
    in content: Span<UInt8>
  ) throws(Damage) -> Range<Int> {
    guard length <= content.count - position else { throw Damage() }
    defer { position += length }
    return position..<position + length
  }
}

extension AddedItems {
  /// The items as differences, in the order in which they were added.
  package func unpacked() throws(AddedItemReader.Damage) -> [StagedDifference] {
    try Self.unpacked(content.span, of: directory)
  }

  /// Packed items of a directory as differences.
  package static func unpacked(
    _ content: Span<UInt8>,
    of directory: DirectoryID
  ) throws(AddedItemReader.Damage) -> [StagedDifference] {
    func copy(_ range: Range<Int>?) -> [UInt8]? {
      range.map { range in range.map { content[$0] } }
    }
    var reader = AddedItemReader()
    var differences: [StagedDifference] = []
    while let item = try reader.next(in: content) {
      differences.append(
        StagedDifference(
          directory: directory,
          kind: item.kind,
          change: .added,
          entry: SourceEntry(
            name: PathComponent(trusted: copy(item.name) ?? []),
            kind: .file,
            size: item.size,
            modifiedAt: item.modifiedAt,
            createdAt: item.createdAt,
            etag: copy(item.etag),
            stableID: item.stableID,
            flags: SourceEntry.Flags(rawValue: UInt16(truncatingIfNeeded: item.flags)),
            locator: copy(item.locator)
          ),
          compareKey: copy(item.compareKey),
          detail: copy(item.detail).map { String(decoding: $0, as: UTF8.self) }
        )
      )
    }
    return differences
  }
}
