import KinoXML

/// An element of a small document.
struct XMLElement {
  /// In small letters, with its prefix.
  var name: String
  var attributes: [String: String] = [:]
  /// Its own text, without that of its children.
  var text: [UInt8] = []
  var children: [XMLElement] = []

  /// The children of a name, in order.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The first child of a name that has text or children.
  func first(_ name: String) -> XMLElement? {
    children.first { $0.name == name && !($0.text.isEmpty && $0.children.isEmpty) }
  }
}

/// Keeps a whole document, if it is a small one.
struct XMLTree: XMLTarget {
  /// How deep elements may nest.
  static let depthLimit = 32
  /// How many elements there may be.
  static let countLimit = 20_000

  /// The root, with what of it has ended; the document's other parts lie on the way to the end.
  private(set) var root: XMLElement?
  private var open: [XMLElement] = []
  private var attributes: [String: String] = [:]
  private var count = 0

  var wantsText: Bool { true }

  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard attributes.count < 32 else { return }
    attributes[Self.string(name).lowercased()] = Self.string(value)
  }

  mutating func begin(_ name: Span<UInt8>) -> Bool {
    count += 1
    guard open.count < Self.depthLimit, count <= Self.countLimit else { return false }
    open.append(XMLElement(name: Self.string(name).lowercased(), attributes: attributes))
    attributes = [:]
    return true
  }

  mutating func text(_ bytes: Span<UInt8>) -> Bool {
    let last = open.count - 1
    guard last >= 0 else { return true }
    let isBlank = open[last].text.isEmpty
    for index in bytes.indices where !(isBlank && open[last].text.isEmpty && bytes[index] <= 0x20) {
      open[last].text.append(bytes[index])
    }
    return true
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  /// The root as far as it was read.
  var begun: XMLElement? { root ?? open.first }

  private static func string(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }
}
