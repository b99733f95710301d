internal import CKinoLocal

/// Reads the names of a directory that are, or may be, directories, without looking at any.
struct SubdirectoryNames: ~Copyable {
  private static let capacity = 32 << 10
  private let directory: FileDescriptor

  init(_ directory: consuming FileDescriptor) { self.directory = directory }

  /// All of them; blocks.
  consuming func read() throws(SystemError) -> [[UInt8]] {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.capacity, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var names: [[UInt8]] = []
    while true {
      let length = unsafe kino_read_directory(directory.raw, buffer, Self.capacity)
      guard length >= 0 else { throw SystemError(code: Int32(-length)) }
      guard length > 0 else { return names }
      var offset = 0
      var record = unsafe kino_record()
      while unsafe kino_next_directory(buffer, length, &offset, &record) {
        let name = unsafe UnsafeRawBufferPointer(start: record.name, count: record.name_length)
        unsafe names.append([UInt8](name))
      }
    }
  }
}
