/// Bytes to send, of which the same ones may come again and again without taking room.
struct Payload: Sendable {
  private enum Part {
    case bytes(ArraySlice<UInt8>)
    case repeated([UInt8], Int)
  }

  private var parts: [Part] = []

  /// Creates a payload.
  init(_ bytes: [UInt8] = []) { append(bytes) }

  /// Whether nothing is left.
  var isEmpty: Bool { parts.isEmpty }

  /// How many bytes are left.
  var count: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .bytes(let bytes): sum + bytes.count
      case .repeated(let block, let times): sum + block.count * times
      }
    }
  }

  /// Adds bytes at the end.
  mutating func append(_ bytes: [UInt8]) {
    if !bytes.isEmpty { parts.append(.bytes(bytes[...])) }
  }

  /// Adds bytes at the end, a number of times.
  mutating func append(_ block: [UInt8], times: Int) {
    if !block.isEmpty, times > 0 { parts.append(.repeated(block, times)) }
  }

  /// Adds another payload at the end.
  mutating func append(_ other: Payload) { parts += other.parts }

  /// The next bytes, all of one piece.
  var next: ArraySlice<UInt8> {
    switch parts.first {
    case nil: []
    case .bytes(let bytes): bytes
    case .repeated(let block, _): block[...]
    }
  }

  /// Takes bytes away that were sent, at most as many as ``next`` has.
  mutating func remove(_ count: Int) {
    guard count > 0, let first = parts.first else { return }
    switch first {
    case .bytes(let bytes):
      let rest = bytes.dropFirst(count)
      if rest.isEmpty { parts.removeFirst() } else { parts[0] = .bytes(rest) }
    case .repeated(let block, let times):
      if times > 1 { parts[0] = .repeated(block, times - 1) } else { parts.removeFirst() }
      let rest = block.dropFirst(count)
      if !rest.isEmpty { parts.insert(.bytes(rest), at: 0) }
    }
  }
}
