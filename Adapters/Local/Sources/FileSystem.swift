internal import CKinoLocal
import KinoCore

/// The file system under an open descriptor.
struct FileSystem {
  private let raw: kino_file_system

  init(of descriptor: Int32) throws(SystemError) {
    var raw = kino_file_system()
    let code = unsafe kino_file_system_of(descriptor, &raw)
    guard code == 0 else { throw SystemError(code: code) }
    self.raw = raw
  }

  #if canImport(Darwin)
  /// Whether a server or another process answers, so that any call may hang.
  var isRemote: Bool { !raw.is_local }

  /// Whether file numbers stay over a remount.
  var keepsFileNumbers: Bool { raw.is_local }

  /// Nothing here listens to FSEvents.
  var tellsOfChanges: Bool { false }

  var caseSensitivity: SourceCapabilities.CaseSensitivity { .unknown }

  var normalisation: SourceCapabilities.Normalisation { .insensitive }

  var modificationPrecision: Int64 { 1 }

  /// The file system's identifier holds a device number.
  var lastingIdentifier: [UInt8]? { nil }
  #else
  /// Whether a server or another process answers, so that any call may hang.
  var isRemote: Bool { Self.remoteMagic.contains(raw.magic) }

  /// Whether the kernel sees every change; those that others make on a server it does not.
  var tellsOfChanges: Bool { !isRemote }

  /// Whether file numbers stay over a remount; processes and servers may make them up.
  var keepsFileNumbers: Bool { raw.magic != Magic.fuse && raw.magic != Magic.plan9 }

  var caseSensitivity: SourceCapabilities.CaseSensitivity {
    switch raw.magic {
    case Magic.fat, Magic.exfat, Magic.ntfs, Magic.cifs, Magic.smb2, Magic.hfsPlus: .insensitive
    case Magic.fuse, Magic.plan9: .unknown
    default: .sensitive
    }
  }

  var normalisation: SourceCapabilities.Normalisation {
    switch raw.magic {
    case Magic.hfsPlus: .insensitive
    case Magic.fuse, Magic.plan9, Magic.cifs, Magic.smb2: .unknown
    default: .exact
    }
  }

  /// The step of modification times in milliseconds.
  var modificationPrecision: Int64 {
    switch raw.magic {
    case Magic.fat: 2000
    case Magic.exfat: 10
    case Magic.hfsPlus: 1000
    default: 1
    }
  }

  /// The identifier of `statfs`, where it is derived from the file system and not from a device
  /// number, which another disk may have tomorrow.
  var lastingIdentifier: [UInt8]? {
    guard [Magic.ext, Magic.btrfs, Magic.tmpfs, Magic.zfs].contains(raw.magic) else { return nil }
    let id = raw.id
    guard id.0 != 0 || id.1 != 0 else { return nil }
    return id.0.bigEndianBytes + id.1.bigEndianBytes
  }

  /// Whether one UUID covers several trees, which the identifier of `statfs` tells apart.
  var hasSubvolumes: Bool { raw.magic == Magic.btrfs }

  private enum Magic {
    static let ext: UInt64 = 0xEF53
    static let btrfs: UInt64 = 0x9123_683E
    static let tmpfs: UInt64 = 0x0102_1994
    static let zfs: UInt64 = 0x2FC1_2FC1
    static let fat: UInt64 = 0x4D44
    static let exfat: UInt64 = 0x2011_BAB0
    static let ntfs: UInt64 = 0x7366_746E
    static let hfsPlus: UInt64 = 0x482B
    static let fuse: UInt64 = 0x6573_5546
    static let plan9: UInt64 = 0x0102_1997
    static let cifs: UInt64 = 0xFF53_4D42
    static let smb2: UInt64 = 0xFE53_4D42
  }

  /// Beside the above: NFS, SMB, autofs, Ceph, Coda, AFS (two), GFS2, OCFS2, Lustre, VirtualBox.
  private static let remoteMagic: Set<UInt64> = [
    Magic.fuse, Magic.plan9, Magic.cifs, Magic.smb2, 0x6969, 0x517B, 0x0187, 0x00C3_6400,
    0x7375_7245, 0x5346_414F, 0x6B41_4653, 0x0116_1970, 0x7461_636F, 0x0BD0_0BD0, 0x786F_4256,
  ]
  #endif
}

extension FixedWidthInteger {
  /// The bytes, most significant first.
  var bigEndianBytes: [UInt8] {
    unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) }
  }
}
