internal import CKinoLocal
import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What the kernel says about one entry; never a guess.
struct FileAttributes {
  private let raw: kino_attributes

  init(_ raw: kino_attributes) {
    self.raw = raw
  }

  /// Looks at an open descriptor.
  init(of descriptor: Int32) throws(SystemError) {
    var raw = kino_attributes()
    let code = unsafe kino_attributes_of(descriptor, &raw)
    guard code == 0 else { throw SystemError(code: code) }
    self.raw = raw
  }

  /// Looks at a name in a directory without following a link.
  init(at name: [UInt8], in directory: Int32) throws(SystemError) {
    var raw = kino_attributes()
    let code = unsafe name.withCString { unsafe kino_attributes_at(directory, $0, &raw) }
    guard code == 0 else { throw SystemError(code: code) }
    self.raw = raw
  }

  var device: UInt64 { raw.device }

  var inode: UInt64? { knows(KINO_KNOWS_INODE) ? raw.inode : nil }

  var size: Int64? { knows(KINO_KNOWS_SIZE) ? raw.size : nil }

  var modifiedAt: Timestamp? {
    guard knows(KINO_KNOWS_MODIFIED) else { return nil }
    return Timestamp(
      seconds: raw.modified_seconds,
      nanoseconds: Int64(raw.modified_nanoseconds)
    )
  }

  /// The modification time in full, to notice a change and for nothing else.
  var modificationStamp: [Int64] { [raw.modified_seconds, Int64(raw.modified_nanoseconds)] }

  var createdAt: Timestamp? {
    guard knows(KINO_KNOWS_CREATED) else { return nil }
    return Timestamp(seconds: raw.created_seconds, nanoseconds: Int64(raw.created_nanoseconds))
  }

  var kind: SourceEntry.Kind {
    switch mode_t(raw.type) {
    case 0: .unknown
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFLNK: .symlink
    default: .other
    }
  }

  /// Describes the entry, except for its place among devices.
  func entry(named name: PathComponent) -> SourceEntry {
    let kind = kind
    var flags: SourceEntry.Flags = []
    if name.bytes.first == UInt8(ascii: ".") || knows(KINO_IS_HIDDEN) { flags.insert(.hidden) }
    if knows(KINO_IS_PLACEHOLDER) { flags.insert(.placeholder) }
    return SourceEntry(
      name: name,
      kind: kind,
      size: kind == .file ? size : nil,
      modifiedAt: modifiedAt,
      createdAt: createdAt,
      flags: flags
    )
  }

  private func knows(_ flag: Int) -> Bool {
    raw.known & UInt32(truncatingIfNeeded: flag) != 0
  }
}
