internal import CKinoLocal
import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The directory that is the root of a source, held open, and the only way to what is below it.
///
/// No link is followed below the root and no path leaves it: one `openat2` where the kernel has it,
/// else one step for each component.
struct RootFolder: ~Copyable, Sendable {
  let path: [UInt8]
  private let descriptor: FileDescriptor
  private let opensBeneath: Bool
  let device: UInt64
  let fileSystem: FileSystem

  /// Opens the root; the path to it may lead through links.
  init(_ path: [UInt8], opensBeneath: Bool? = nil) throws(SystemError) {
    let descriptor = try FileDescriptor(directory: path)
    let device = try FileAttributes(of: descriptor.raw).device
    let fileSystem = try FileSystem(of: descriptor.raw)
    self.path = path
    self.device = device
    self.fileSystem = fileSystem
    self.opensBeneath = opensBeneath ?? Self.canOpenBeneath(descriptor.raw)
    self.descriptor = descriptor
  }

  /// The identity of what is at the root's path now, which need not be what is held open.
  func currentIdentity() throws(SystemError) -> RootIdentity {
    let current = try FileDescriptor(directory: path)
    let attributes = try FileAttributes(of: current.raw)
    guard
      let volume = try VolumeIdentity(ofDirectory: current.raw),
      let inode = attributes.inode
    else { return .unknown }
    let created = attributes.createdAt?.milliseconds.bigEndianBytes ?? []
    return .identity(volume.bytes + inode.bigEndianBytes + created)
  }

  /// The attributes of what is at the root's path now.
  func currentAttributes() throws(SystemError) -> FileAttributes {
    let current = try FileDescriptor(directory: path)
    return try FileAttributes(of: current.raw)
  }

  /// Whether the directory held open is still the one at the root's path.
  ///
  /// Everything seems to be gone below a root that was removed or replaced.
  func isInPlace() -> Bool {
    guard
      let current = try? currentAttributes(),
      let held = try? FileAttributes(of: descriptor.raw)
    else { return false }
    return current.inode == held.inode && current.device == held.device
  }

  /// Opens something below the root, or the root itself.
  func open(_ path: SourcePath, _ flags: OpenFlags) throws(SystemError) -> FileDescriptor {
    if path.isRoot { return try Self.step(from: descriptor.raw, [UInt8(ascii: ".")], flags) }
    guard opensBeneath else { return try openStepwise(path, flags) }
    guard path.bytes.count >= Int(PATH_MAX) else {
      return try Self.openBeneath(descriptor.raw, path.bytes[...], flags)
    }
    return try openLong(path.bytes[...], flags)
  }

  /// Looks at something below the root without opening it.
  func attributes(at path: SourcePath) throws(SystemError) -> FileAttributes {
    guard let parent = path.parent, let name = path.lastComponent else {
      return try currentAttributes()
    }
    let directory = try open(parent, .search)
    return try FileAttributes(at: name.bytes, in: directory.raw)
  }

  /// What a path is opened for.
  struct OpenFlags: Equatable {
    let raw: Int32

    static let list = OpenFlags(raw: Int32(KINO_OPEN_DIRECTORY))
    static let search = OpenFlags(raw: Int32(KINO_OPEN_SEARCH))
    static let read = OpenFlags(raw: Int32(KINO_OPEN_READ))
  }

  /// A path longer than the kernel takes in one call, in pieces that it does.
  private func openLong(
    _ path: ArraySlice<UInt8>,
    _ flags: OpenFlags
  ) throws(SystemError) -> FileDescriptor {
    var rest = path
    var directory = try Self.step(from: descriptor.raw, [UInt8(ascii: ".")], .search)
    while rest.count >= Int(PATH_MAX) {
      guard let cut = rest.prefix(Int(PATH_MAX) - 1).lastIndex(of: UInt8(ascii: "/")) else {
        throw SystemError(code: ENAMETOOLONG)
      }
      directory = try Self.openBeneath(directory.raw, rest[..<cut], .search)
      rest = rest[(cut + 1)...]
    }
    return try Self.openBeneath(directory.raw, rest, flags)
  }

  private func openStepwise(
    _ path: SourcePath,
    _ flags: OpenFlags
  ) throws(SystemError) -> FileDescriptor {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
    var directory = try Self.step(from: descriptor.raw, [UInt8(ascii: ".")], .search)
    for component in components.dropLast() {
      directory = try Self.step(from: directory.raw, component, .search)
    }
    return try Self.step(from: directory.raw, components.last ?? [], flags)
  }

  private static func step(
    from directory: Int32,
    _ name: some Collection<UInt8>,
    _ flags: OpenFlags
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(
      opened: unsafe name.withCString { unsafe kino_open_at(directory, $0, flags.raw) }
    )
  }

  /// A rename elsewhere in the tree can make the kernel ask for another try.
  private static func openBeneath(
    _ directory: Int32,
    _ path: ArraySlice<UInt8>,
    _ flags: OpenFlags
  ) throws(SystemError) -> FileDescriptor {
    var result: Int32 = -EAGAIN
    for _ in 0..<16 where result == -EAGAIN {
      result = unsafe path.withCString { unsafe kino_open_beneath(directory, $0, flags.raw) }
    }
    return try FileDescriptor(opened: result)
  }

  /// Old kernels lack the call and old sandboxes forbid it.
  private static func canOpenBeneath(_ descriptor: Int32) -> Bool {
    let probe = unsafe CollectionOfOne(UInt8(ascii: ".")).withCString {
      unsafe kino_open_beneath(descriptor, $0, OpenFlags.search.raw)
    }
    return (try? FileDescriptor(opened: probe)) != nil
  }
}
