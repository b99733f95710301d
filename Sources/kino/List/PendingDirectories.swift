import KinoCore

/// Directories that are still to be listed, in the order in which they were found.
///
/// They are packed into one buffer, so that a folder with a million folders in it takes little more
/// than their names.
struct PendingDirectories: Sendable {
  /// Of each: the length of its name, that of its locator and 1, or 0 for none; the two after it.
  private var bytes: [UInt8] = []
  private var start = 0

  /// Whether none is left.
  var isEmpty: Bool { start == bytes.count }

  /// Appends one.
  mutating func append(_ name: PathComponent, locator: [UInt8]?) {
    append(length: name.bytes.count)
    append(length: locator.map { $0.count + 1 } ?? 0)
    bytes += name.bytes
    bytes += locator ?? []
  }

  /// Takes the first out.
  mutating func popFirst() -> (name: PathComponent, locator: [UInt8]?)? {
    guard !isEmpty else { return nil }
    let (nameLength, locatorLength) = (popLength(), popLength())
    let name = PathComponent(trusted: pop(nameLength))
    let locator = locatorLength > 0 ? pop(locatorLength - 1) : nil
    return (name, locator)
  }

  /// Appends a number, seven bits a byte, the last byte below 128.
  private mutating func append(length: Int) {
    var rest = length
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 127 | 128))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func popLength() -> Int {
    var (length, shift) = (0, 0)
    while true {
      let byte = bytes[start]
      start += 1
      length |= Int(byte & 127) << shift
      if byte < 128 { return length }
      shift += 7
    }
  }

  private mutating func pop(_ count: Int) -> [UInt8] {
    defer { start += count }
    return Array(bytes[start..<start + count])
  }
}
