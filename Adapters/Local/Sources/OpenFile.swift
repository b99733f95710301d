import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A regular file that is open for reading; blocks.
final class OpenFile: Sendable {
  let path: SourcePath
  private let descriptor: FileDescriptor
  private let expected: FileFingerprint?

  /// Opens a file, unless it is anything but a regular one or no longer the expected one.
  ///
  /// A pipe or device is not even opened, because that alone can have effects.
  init(
    _ path: SourcePath,
    in root: OpenRoot,
    expecting expected: FileFingerprint?
  ) throws(SourceError) {
    self.path = path
    self.expected = expected
    do throws(SystemError) {
      try Self.check(root.folder.attributes(at: path).kind)
      descriptor = try root.folder.open(path, .read)
      try Self.check(FileAttributes(of: descriptor.raw).kind)
    } catch {
      throw Self.failure(error, at: path, in: root)
    }
    try checkFingerprint()
  }

  /// Reads exactly `count` bytes, or fewer at the end of the file.
  func read(at offset: Int64, count: Int) throws(SourceError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= Int64.max - Int64(count) else {
      throw SourceError(.rangeNotSatisfiable, path: path)
    }
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = unsafe pread(
          descriptor.raw,
          buffer.baseAddress.map { unsafe $0 + filled },
          count - filled,
          off_t(offset) + off_t(filled)
        )
        if result > 0 {
          filled += result
        } else if result == 0 {
          return
        } else if errno != EINTR {
          failure = SystemError(code: errno)
          return
        }
      }
    }
    if let failure { throw SourceError(failure, at: path, scope: .entry) }
    try checkFingerprint()
    return bytes
  }

  private func checkFingerprint() throws(SourceError) {
    guard let expected else { return }
    let now: FileAttributes
    do throws(SystemError) {
      now = try FileAttributes(of: descriptor.raw)
    } catch {
      throw SourceError(error, at: path, scope: .entry)
    }
    let found = FileFingerprint(size: now.size, modifiedAt: now.modifiedAt)
    guard expected.agrees(with: found) else { throw SourceError(.changedDuringRead, path: path) }
  }

  private static func check(_ kind: SourceEntry.Kind) throws(SystemError) {
    switch kind {
    case .file: return
    case .directory: throw SystemError(code: EISDIR)
    default: throw SystemError(code: EOPNOTSUPP)
    }
  }

  private static func failure(
    _ error: SystemError,
    at path: SourcePath,
    in root: OpenRoot
  ) -> SourceError {
    guard error.code == EOPNOTSUPP else { return root.failure(error, at: path, scope: .entry) }
    return SourceError(.unsupported, path: path)
  }
}
