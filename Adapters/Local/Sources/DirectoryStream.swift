internal import CKinoLocal

/// Owns an open directory and the buffer through which its records are read.
///
/// `.` and `..` are left out. The kernel fills the buffer under the directory's lock, so that a
/// directory that came in one fill was not changed in between.
@safe
struct DirectoryStream: ~Copyable, Sendable {
  /// One record: a name, and on some systems already its attributes.
  struct Record {
    let name: [UInt8]
    let result: Result<FileAttributes, SystemError>?
  }

  private static let capacity = 32 << 10
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

  /// Calls `body` with the next record of the buffer; `nil` when it is used up.
  mutating func nextBuffered<Value>(
    _ body: (borrowing RawRecord) -> Value
  ) -> Value? {
    var record = unsafe kino_record()
    let found = unsafe kino_next_record(buffer, length, &offset, &index, &record)
    guard found else { return nil }
    return body(unsafe RawRecord(record, directory: descriptor))
  }

  /// The next record, or `nil` at the end.
  mutating func next() throws(SystemError) -> Record? {
    repeat {
      if let record = nextBuffered({ Record(name: $0.name, result: $0.listed) }) { return record }
    } while try fill()
    return nil
  }
}

/// A record in the buffer of a ``DirectoryStream``, valid during the call that gets it.
@safe
struct RawRecord: ~Copyable {
  private let record: kino_record
  private let directory: Int32

  init(_ record: kino_record, directory: Int32) {
    unsafe self.record = unsafe record
    self.directory = directory
  }

  var name: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: record.name, count: record.name_length))
  }

  /// The attributes that came with the name, if any did.
  var listed: Result<FileAttributes, SystemError>? {
    if unsafe record.error != 0 { return .failure(SystemError(code: unsafe record.error)) }
    return unsafe record.has_attributes ? .success(FileAttributes(record.attributes)) : nil
  }

  /// The attributes, looked at now if they did not come with the name.
  func attributes() -> Result<FileAttributes, SystemError> {
    if let listed { return listed }
    var raw = kino_attributes()
    let code = unsafe kino_attributes_at(directory, record.name, &raw)
    return code == 0 ? .success(FileAttributes(raw)) : .failure(SystemError(code: code))
  }
}
