import KinoCore

/// What a multistatus says about one resource.
struct ResourceFacts {
  /// The address as the server wrote it, without the white space around it.
  var href: [UInt8] = []
  /// Further addresses in the same answer, which only answers without properties may have.
  var extraHrefs = 0
  /// The status of the resource itself, where it has one; ``unreadableStatus`` for what is none.
  var status: Int?
  /// Whether there are words for people about the resource, as there are where something is wrong.
  var hasRemark = false
  /// What the properties with a good status say; `nil` where none has one.
  var found: PropertyFacts?
  /// Whether the server named the tag among the properties, be it only to say that there is none.
  var knowsTags = false
  /// The status of properties that could not be told, 404 for those that the resource lacks.
  var failedPropertyStatus: Int?

  /// What stands for a status that is no number, or none that there is.
  static let unreadableStatus = 0

  /// What the properties say.
  var properties: PropertyFacts { found ?? PropertyFacts() }

  /// The status with which the server refuses the resource, if it does: whatever is not good.
  ///
  /// Some say so by refusing every property. Not to have one is no refusal.
  var refusal: Int? {
    if let status, !(200..<300).contains(status) { return status }
    guard found == nil, let status = failedPropertyStatus, status != 404 else { return nil }
    return status
  }

  /// Whether the server says that it is a directory, and not only its address looks like one.
  var isDeclaredDirectory: Bool { properties.isCollection || properties.collectionHint == true }

  /// Forgets everything and keeps the room.
  mutating func reset() {
    href.removeAll(keepingCapacity: true)
    extraHrefs = 0
    status = nil
    hasRemark = false
    found = nil
    failedPropertyStatus = nil
    knowsTags = false
  }

  /// What the resource is: by its type where it has one, else by what hints at it.
  var kind: SourceEntry.Kind {
    let properties = properties
    if properties.isCollection { return .directory }
    if let hint = properties.collectionHint { return hint ? .directory : .file }
    if properties.hasType { return .file }
    if href.last == UInt8(ascii: "/") { return .directory }
    return properties.size == nil ? .unknown : .file
  }
}

/// The properties of one `propstat`.
struct PropertyFacts {
  /// Whether there was a `resourcetype`.
  var hasType = false
  /// Whether it held a `collection`.
  var isCollection = false
  /// The obsolete `iscollection`.
  var collectionHint: Bool?
  var size: Int64?
  var modifiedAt: Timestamp?
  var etag: [UInt8]?
  var fileID: [UInt8]?

  /// Adds what another `propstat` of the same resource says.
  mutating func merge(_ other: PropertyFacts) {
    hasType = hasType || other.hasType
    isCollection = isCollection || other.isCollection
    collectionHint = collectionHint ?? other.collectionHint
    size = size ?? other.size
    modifiedAt = modifiedAt ?? other.modifiedAt
    etag = etag ?? other.etag
    fileID = fileID ?? other.fileID
  }

  /// Takes the text of a property; what makes no sense is as good as absent.
  mutating func take(_ text: ArraySlice<UInt8>, of element: DAVElement) {
    switch element {
    case .contentLength: size = Int64(ascii: text)
    case .lastModified: modifiedAt = HTTPDate.parse(text)
    case .etag: etag = text.isEmpty ? nil : Array(text)
    case .fileID: fileID = text.isEmpty ? nil : Array(text)
    case .isCollection:
      collectionHint = text.isEmpty ? nil : text.matches("1") || text.matches("true")
    default: break
    }
  }
}
