import KinoCore
import KinoScan
import KinoTestSupport

/// What is published for a directory, written down row by row; ids follow from the order.
struct Published {
  var directory = PublishedDirectory(
    id: DirectoryID(1),
    stableID: nil,
    isMountBoundary: false,
    revision: 1
  )

  private mutating func add(_ name: String) -> Range<Int> {
    let start = directory.nameBytes.count
    directory.nameBytes += name.utf8
    return start..<directory.nameBytes.count
  }

  /// Adds a row; its id is 100 plus its place among the items, its revision 7.
  mutating func item(
    _ name: String,
    kind: ItemKind = .video,
    size: Int64? = 1,
    at time: Int64? = 1_000_000,
    id: UInt64? = nil,
    etag: String? = nil,
    _ availability: Availability = .present,
    isHeld: Bool = false
  ) {
    directory.items.append(
      PublishedDirectory.Item(
        kind: kind,
        id: Int64(100 + directory.items.count),
        name: add(name),
        size: size,
        modifiedAt: time.map { Timestamp(milliseconds: $0) },
        stableID: id.map { StableID(low: $0) },
        etag: etag.map { Array($0.utf8) },
        availability: availability,
        isHeld: isHeld,
        revision: 7
      )
    )
  }

  /// Adds a sub-directory; its id is 10 plus its place among them, its revision 3.
  mutating func child(
    _ name: String,
    id: UInt64? = nil,
    _ availability: Availability = .present,
    isMount: Bool = false,
    items: Int64 = 0
  ) {
    directory.directories.append(
      PublishedDirectory.Child(
        id: DirectoryID(Int64(10 + directory.directories.count)),
        name: add(name),
        stableID: id.map { StableID(low: $0) },
        availability: availability,
        isMountBoundary: isMount,
        revision: 3,
        itemCount: items
      )
    )
  }
}

/// A listed file.
func file(
  _ name: String,
  size: Int64? = 1,
  at time: Int64? = 1_000_000,
  id: UInt64? = nil,
  etag: String? = nil,
  flags: SourceEntry.Flags = []
) -> SourceEntry {
  SourceEntry(
    name: .name(name),
    kind: .file,
    size: size,
    modifiedAt: time.map { Timestamp(milliseconds: $0) },
    etag: etag.map { Array($0.utf8) },
    stableID: id.map { StableID(low: $0) },
    flags: flags
  )
}

/// A listed directory.
func folder(
  _ name: String,
  id: UInt64? = nil,
  flags: SourceEntry.Flags = []
) -> SourceEntry {
  SourceEntry(
    name: .name(name),
    kind: .directory,
    stableID: id.map { StableID(low: $0) },
    flags: flags
  )
}

extension PublishedDirectory {
  /// The items as a source lists them that has not changed.
  var entries: [SourceEntry] {
    items.map { item in
      SourceEntry(
        name: PathComponent(trusted: Array(nameBytes[item.name])),
        kind: .file,
        size: item.size,
        modifiedAt: item.modifiedAt,
        etag: item.etag,
        stableID: item.stableID
      )
    }
  }
}
