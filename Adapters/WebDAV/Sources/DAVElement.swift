/// The elements of a multistatus that matter here; all others are ``other``.
enum DAVElement: CaseIterable {
  case multistatus
  case response
  case href
  case status
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

  /// The name without prefix.
  private var localName: StaticString {
    switch self {
    case .multistatus: "multistatus"
    case .response: "response"
    case .href: "href"
    case .status: "status"
    case .propstat: "propstat"
    case .prop: "prop"
    case .resourceType: "resourcetype"
    case .collection: "collection"
    case .isCollection: "iscollection"
    case .contentLength: "getcontentlength"
    case .lastModified: "getlastmodified"
    case .etag: "getetag"
    case .fileID: "id"
    case .other: ""
    }
  }

  /// Whether the element's text says something.
  var hasText: Bool {
    switch self {
    case .href, .status, .isCollection, .contentLength, .lastModified, .etag, .fileID: true
    default: false
    }
  }

  private static let byLength: [[(name: [UInt8], element: DAVElement)]] = {
    var table: [[(name: [UInt8], element: DAVElement)]] = Array(repeating: [], count: 17)
    for element in allCases where element != .other {
      let name = element.localName.withUTF8Buffer { unsafe Array($0) }
      table[name.count].append((name, element))
    }
    return table
  }()

  /// Finds the element with a local name, wherever it belongs.
  init(localName: Span<UInt8>) {
    self = .other
    guard localName.count < Self.byLength.count else { return }
    for (name, element) in Self.byLength[localName.count] where localName.equals(name) {
      self = element
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
    let prefix: [UInt8]
    let space: Space
  }

  private var bindings: [Binding] = []

  /// Takes what an element at this depth declares.
  mutating func declare(_ namespaces: [XMLNamespace], at depth: Int) {
    for namespace in namespaces {
      let space: Space =
        if namespace.name.elementsEqual("DAV:".utf8) {
          .dav
        } else if namespace.name.elementsEqual("http://owncloud.org/ns".utf8) {
          .ownCloud
        } else {
          .other
        }
      bindings.append(Binding(depth: depth, prefix: namespace.prefix, space: space))
    }
  }

  /// Forgets what elements at this depth and below declared.
  mutating func leave(_ depth: Int) {
    while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
  }

  /// What a prefix stands for; one that nobody declared is taken for that of `DAV:`, as servers
  /// forget to.
  func space(of prefix: Span<UInt8>) -> Space {
    for binding in bindings.reversed() where prefix.equals(binding.prefix) { return binding.space }
    return .dav
  }
}

extension Span<UInt8> {
  /// Whether the bytes are the same.
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Where a byte first occurs.
  func firstIndex(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }
}
