internal import CKinoLocal

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What stays the same about a file system over restarts, remounts and changes of its device.
struct VolumeIdentity: Hashable {
  let bytes: [UInt8]

  /// Reads the identity of the file system under an open directory.
  ///
  /// In this order: the UUID from the kernel, the UUID that the device is known by, the identifier
  /// of `statfs` where it is not a device number. Device numbers and mount ids never enter.
  init?(ofDirectory descriptor: Int32) throws(SystemError) {
    let fileSystem = try FileSystem(of: descriptor)
    let attributes = try FileAttributes(of: descriptor)
    guard let uuid = Self.uuid(of: descriptor) ?? Self.knownUUID(ofDevice: attributes.device) else {
      guard let identifier = fileSystem.lastingIdentifier else { return nil }
      bytes = [Tag.identifier.rawValue] + identifier
      return
    }
    #if canImport(Darwin)
    bytes = [Tag.uuid.rawValue] + uuid
    #else
    let subvolume = fileSystem.hasSubvolumes ? fileSystem.lastingIdentifier ?? [] : []
    bytes = [Tag.uuid.rawValue] + uuid + subvolume
    #endif
  }

  /// A number for the file system, never 0, which is stored as part of file identifiers (FNV-1a).
  var number: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash == 0 ? 1 : hash
  }

  private enum Tag: UInt8 {
    case uuid = 1
    case identifier = 2
  }

  private static func uuid(of descriptor: Int32) -> [UInt8]? {
    var uuid = [UInt8](repeating: 0, count: 16)
    let code = unsafe uuid.withUnsafeMutableBufferPointer { buffer in
      unsafe kino_uuid_of(descriptor, buffer.baseAddress)
    }
    return code == 0 && uuid.contains { $0 != 0 } ? uuid : nil
  }

  /// Looks the device up among the links that udev makes.
  private static func knownUUID(ofDevice device: UInt64) -> [UInt8]? {
    #if canImport(Darwin)
    return nil
    #else
    let folder = Array("/dev/disk/by-uuid".utf8)
    guard let descriptor = try? FileDescriptor(directory: folder) else { return nil }
    var listing = DirectoryStream(descriptor)
    while let name = (try? listing.next())?.name {
      var found = stat()
      let code = unsafe name.withCString { unsafe fstatat(listing.descriptor, $0, &found, 0) }
      if code == 0, found.st_rdev == device { return uuid(fromLink: name) }
    }
    return nil
    #endif
  }

  /// The 16 bytes of a UUID in the usual form, or the name itself (FAT and NTFS serial numbers).
  static func uuid(fromLink name: [UInt8]) -> [UInt8] {
    let digits = name.filter { $0 != UInt8(ascii: "-") }
    guard name.count == 36, digits.count == 32 else { return name }
    var uuid: [UInt8] = []
    for start in stride(from: 0, to: 32, by: 2) {
      let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return name }
      uuid.append(byte)
    }
    return uuid
  }
}
