import KinoCore
internal import Synchronization

/// The root that the calls of a session share, also those that were given up and still run.
final class OpenRoot: Sendable {
  let folder: RootFolder
  /// The numbers of the other file systems met below the root; `nil` for those without an identity.
  ///
  /// The keys are device numbers, which stay the same for as long as they are mounted.
  private let volumes = Mutex<[UInt64: UInt64?]>([:])

  init(_ folder: consuming RootFolder) {
    self.folder = folder
  }

  /// Looks at a path, and at its parent to see whether it is a mount point.
  func entry(at path: SourcePath) throws(SourceError) -> SourceEntry {
    do throws(SystemError) {
      guard let parent = path.parent, let name = path.lastComponent else {
        return identified(try folder.currentAttributes(), as: .root, isBoundary: false, volume: 0)
      }
      let directory = try folder.open(parent, .search)
      let attributes = try FileAttributes(at: name.bytes, in: directory.raw)
      let above = try FileAttributes(of: directory.raw).device
      if attributes.device == above, above == folder.device {
        return identified(attributes, as: name, isBoundary: false, volume: 0)
      }
      // Only an open directory, not one that is searched, tells which file system it is on.
      let listed = try folder.open(attributes.device == above ? parent : path, .list)
      return identified(
        attributes,
        as: name,
        isBoundary: attributes.device != above,
        volume: volume(of: attributes.device, under: listed.raw)
      )
    } catch {
      throw failure(error, at: path, scope: .entry)
    }
  }

  /// Completes an entry with its file number.
  ///
  /// - Parameters:
  ///   - attributes: What the kernel says.
  ///   - name: The entry's name.
  ///   - isBoundary: Whether it is on another device than its directory.
  ///   - volume: 0 on the root's file system, else its number; `nil` when it has none.
  /// - Returns: The entry.
  func identified(
    _ attributes: FileAttributes,
    as name: PathComponent,
    isBoundary: Bool,
    volume: UInt64?
  ) -> SourceEntry {
    var entry = attributes.entry(named: name)
    if isBoundary { entry.flags.insert(.mountBoundary) }
    if let inode = attributes.inode, let volume {
      entry.stableID = StableID(high: volume, low: inode)
    }
    return entry
  }

  /// The number of the file system with a device number: 0 for the root's own.
  func volume(of device: UInt64, under directory: Int32) -> UInt64? {
    guard device != folder.device else { return 0 }
    if let known = volumes.withLock({ $0[device] }) { return known }
    let identity = try? VolumeIdentity(ofDirectory: directory)
    let number = identity?.number
    volumes.withLock { $0[device] = .some(number) }
    return number
  }

  /// Translates a failure below the root; what seems gone with the root itself is not "not found".
  func failure(
    _ error: SystemError,
    at path: SourcePath,
    scope: SourceError.Scope
  ) -> SourceError {
    if path.isRoot { return SourceError(root: error) }
    let failure = SourceError(error, at: path, scope: scope)
    guard failure.kind == .notFound, !folder.isInPlace() else { return failure }
    return SourceError(.sourceMissing, underlying: failure.underlying, path: path)
  }
}
