internal import CKinoSMB
import KinoCore

/// What a server says about an entry; never a guess.
struct SMBFacts: Hashable, Sendable {
  /// The server's number of the file; the library makes one of the name where the server has none.
  let fileID: UInt64
  let size: Int64?
  let modifiedAt: Timestamp?
  let createdAt: Timestamp?
  private let attributes: UInt16

  init(_ raw: kino_smb_facts) {
    fileID = raw.file_id
    size = Int64(exactly: raw.size)
    modifiedAt = Self.time(raw.modified_seconds, raw.modified_nanoseconds)
    createdAt = Self.time(raw.created_seconds, raw.created_nanoseconds)
    attributes = raw.attributes
  }

  var isDirectory: Bool { has(KINO_SMB_DIRECTORY) }

  /// Whether it is a directory that leads elsewhere: to another server where the share distributes.
  var isLink: Bool { isDirectory && has(KINO_SMB_REPARSE_POINT) }

  /// What changes with the content.
  var fingerprint: FileFingerprint { FileFingerprint(size: size, modifiedAt: modifiedAt) }

  /// Describes the entry.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - hasFileIDs: Whether the server's numbers of files are its own.
  /// - Returns: The entry.
  func entry(named name: PathComponent, hasFileIDs: Bool) -> SourceEntry {
    var flags: SourceEntry.Flags = []
    if name.bytes.first == UInt8(ascii: ".") || has(KINO_SMB_HIDDEN) { flags.insert(.hidden) }
    if has(KINO_SMB_OFFLINE) { flags.insert(.placeholder) }
    if MangledName.isLikely(name.bytes) { flags.insert(.mangledName) }
    return SourceEntry(
      name: name,
      kind: isDirectory ? .directory : .file,
      size: isDirectory ? nil : size,
      modifiedAt: modifiedAt,
      createdAt: createdAt,
      stableID: hasFileIDs && fileID != 0 ? StableID(low: fileID) : nil,
      flags: flags
    )
  }

  private func has(_ attribute: Int) -> Bool {
    attributes & UInt16(truncatingIfNeeded: attribute) != 0
  }

  /// 0 stands for a time that the server does not know, and so does what lies before 1970 in the
  /// protocol's own beginning, 1601.
  private static func time(_ seconds: Int64, _ nanoseconds: UInt32) -> Timestamp? {
    guard seconds != 0 || nanoseconds != 0, seconds > -11_644_473_600, seconds < 1 << 40 else {
      return nil
    }
    return Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds))
  }
}
