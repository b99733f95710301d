/// The elements of a multistatus that matter here; all others are ``other``.
enum DAVElement {
  case multistatus
  case response
  case href
  case status
  /// Words for people about a resource or the whole (`responsedescription`).
  case remark
  case propstat
  case prop
  case resourceType
  case collection
  case isCollection
  case contentLength
  case lastModified
  case etag
  /// Of ownCloud's namespace: a number for the file that is its own in the whole installation.
  case fileID
  case other

  /// Whether the element's text says something.
  var hasText: Bool {
    switch self {
    case .href, .status, .remark, .isCollection, .contentLength, .lastModified, .etag, .fileID: true
    default: false
    }
  }

  /// Finds the element with a local name, wherever it belongs.
  init(localName name: Span<UInt8>) {
    self =
      switch name.count {
      case 2 where name.equals("id"): .fileID
      case 4 where name.equals("href"): .href
      case 4 where name.equals("prop"): .prop
      case 6 where name.equals("status"): .status
      case 7 where name.equals("getetag"): .etag
      case 8 where name.equals("propstat"): .propstat
      case 8 where name.equals("response"): .response
      case 10 where name.equals("collection"): .collection
      case 11 where name.equals("multistatus"): .multistatus
      case 12 where name.equals("resourcetype"): .resourceType
      case 12 where name.equals("iscollection"): .isCollection
      case 15 where name.equals("getlastmodified"): .lastModified
      case 16 where name.equals("getcontentlength"): .contentLength
      case 19 where name.equals("responsedescription"): .remark
      default: .other
      }
  }
}

/// The namespaces that are in force while a document is read.
struct NamespaceScope {
  /// What a prefix stands for.
  enum Space {
    case dav
    case ownCloud
    case other
  }

  private struct Binding {
    let depth: Int
    /// The hash of the prefix: a server that makes two of them equal misleads nobody but itself.
    let prefix: UInt64
    let space: Space
  }

  private var bindings: [Binding] = []

  /// Takes what an element at this depth declares.
  mutating func declare(_ prefix: Span<UInt8>, _ name: Span<UInt8>, at depth: Int) {
    let space: Space =
      switch name.count {
      case 4 where name.equals("DAV:"): .dav
      case 22 where name.equals("http://owncloud.org/ns"): .ownCloud
      default: .other
      }
    bindings.append(Binding(depth: depth, prefix: Self.hash(prefix), space: space))
  }

  /// Forgets what elements at this depth and below declared.
  mutating func leave(_ depth: Int) {
    while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
  }

  /// What a prefix stands for; one that nobody declared is taken for that of `DAV:`, as servers
  /// forget to.
  func space(of prefix: Span<UInt8>) -> Space {
    let hash = Self.hash(prefix)
    var index = bindings.count
    while index > 0 {
      index -= 1
      if bindings[index].prefix == hash { return bindings[index].space }
    }
    return .dav
  }

  private static func hash(_ prefix: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in prefix.indices { hash = (hash ^ UInt64(prefix[index])) &* 0x100_0000_01B3 }
    return hash
  }
}

extension Span<UInt8> {
  /// Whether the bytes are this ASCII text of the same length.
  fileprivate func equals(_ text: StaticString) -> Bool {
    let start = unsafe text.utf8Start
    for index in indices where unsafe self[index] != start[index] { return false }
    return true
  }

  /// Where a byte first occurs.
  func firstIndex(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }
}
