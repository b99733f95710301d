internal import CKinoLocal

/// Owns an open directory and the buffer through which its records are read.
///
/// `.` and `..` are left out.
@safe
struct DirectoryStream: ~Copyable, Sendable {
  private static let capacity = 32 << 10
  /// Whether the kernel fills the buffer under the directory's lock, so that a directory that came in one
  /// fill was not changed in between; Apple promises nothing of the kind.
  #if canImport(Darwin)
  static let fillsUnderLock = false
  #else
  static let fillsUnderLock = true
  #endif
  private let directory: FileDescriptor
  // Nobody else has the buffer: it is read and written only through this value, by one owner.
  nonisolated(unsafe) private let buffer: UnsafeMutableRawPointer
  private var length = 0
  private var offset = 0
  private var index = 0
  private var isAtEnd = false
  /// How many times the buffer was filled with something.
  private(set) var fills = 0

  init(_ directory: consuming FileDescriptor) {
    self.directory = directory
    unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  var descriptor: Int32 { directory.raw }

  /// About how many records wait in the buffer.
  var bufferedCount: Int { (length - offset) / 32 }

  /// Reads on when the buffer is used up; `false` at the end of the directory.
  mutating func fill() throws(SystemError) -> Bool {
    guard !isAtEnd else { return false }
    let result = unsafe kino_read_directory(descriptor, buffer, Self.capacity)
    guard result >= 0 else { throw SystemError(code: Int32(-result)) }
    length = result
    offset = 0
    index = 0
    isAtEnd = result == 0
    if !isAtEnd { fills += 1 }
    return !isAtEnd
  }

  /// The next entry of the buffer, looked at now; `nil` when the buffer is used up.
  mutating func nextBuffered() -> DirectoryRecord? {
    var record = unsafe kino_record()
    let found = unsafe kino_next_record(buffer, length, &offset, &index, &record)
    guard found else { return nil }
    var code = unsafe record.error
    if code == 0, unsafe !record.has_attributes {
      code = unsafe kino_attributes_at(descriptor, record.name, &record.attributes)
    }
    return unsafe DirectoryRecord(
      name: [UInt8](UnsafeRawBufferPointer(start: record.name, count: record.name_length)),
      attributes: FileAttributes(record.attributes),
      failure: code == 0 ? nil : SystemError(code: code)
    )
  }

  /// The next entry, or `nil` at the end.
  mutating func next() throws(SystemError) -> DirectoryRecord? {
    repeat {
      if let record = nextBuffered() { return record }
    } while try fill()
    return nil
  }
}

/// One entry of a ``DirectoryStream``.
struct DirectoryRecord {
  let name: [UInt8]
  /// Without meaning when there is a failure.
  let attributes: FileAttributes
  /// Why the attributes could not be read.
  let failure: SystemError?
}
