/// What was read of a multistatus so far.
struct MultistatusState {
  /// What the `response` says that ended last.
  private(set) var facts = ResourceFacts()

  private(set) var failure: MultistatusReader.Failure?
  /// Whether the document's root was closed, before which nothing is known to be complete.
  private(set) var isClosed = false
  /// Whether there was a remark about the whole (`responsedescription`), or a `response` where none
  /// belongs or in a namespace that is not the protocol's: it may be that entries are lacking.
  private(set) var isDoubtful = false

  private let limits: MultistatusLimits
  private var open: [DAVElement] = []
  private var namespaces = NamespaceScope()
  private var properties = PropertyFacts()
  private var propertyStatus: Int?
  private var text: [UInt8] = []
  private var responseCount = 0

  init(limits: MultistatusLimits) {
    self.limits = limits
  }

  /// Whether the text of the element that is open matters.
  var wantsText: Bool { open.last?.hasText ?? false }

  /// The next element declares a namespace.
  mutating func declare(_ prefix: Span<UInt8>, _ namespace: Span<UInt8>) {
    namespaces.declare(prefix, namespace, at: open.count)
  }

  /// An element begins; returns whether to go on.
  mutating func begin(_ name: Span<UInt8>) -> Bool {
    guard open.count < limits.depth else { return fail(.tooDeep) }
    let candidate = Self.candidate(name)
    let element = placed(qualified(candidate, name))
    guard element != .other || !open.isEmpty else { return fail(.notMultistatus) }
    if candidate == .response, element != .response { isDoubtful = true }
    switch element {
    case .response:
      responseCount += 1
      guard responseCount <= limits.responses else { return fail(.tooLong) }
      facts.reset()
    case .propstat:
      properties = PropertyFacts()
      propertyStatus = nil
    case .resourceType: properties.hasType = true
    case .collection: properties.isCollection = true
    default:
      if element == .etag { facts.knowsTags = true }
      if element.hasText { text.removeAll(keepingCapacity: true) }
    }
    open.append(element)
    return true
  }

  /// A piece of text; returns whether to go on.
  mutating func text(_ bytes: Span<UInt8>) -> Bool {
    guard let element = open.last, element.hasText else { return true }
    guard text.count + bytes.count <= limits.text else { return fail(.tooLong) }
    unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    return true
  }

  /// An element ends; returns whether a `response` did.
  mutating func end() -> Bool {
    guard let element = open.popLast() else { return false }
    namespaces.leave(open.count)
    switch element {
    case .multistatus: isClosed = true
    case .response: return true
    case .propstat: endPropstat()
    case .href: endHref()
    case .status: endStatus()
    case .remark: endRemark()
    default: if element.hasText { properties.take(text.trimmed, of: element) }
    }
    return false
  }

  private mutating func endHref() {
    if facts.href.isEmpty {
      facts.href.append(contentsOf: text.trimmed)
    } else {
      facts.extraHrefs += 1
    }
  }

  private mutating func endStatus() {
    let status = ResponseHeadParser.status(of: text.trimmed) ?? ResourceFacts.unreadableStatus
    if open.last == .propstat { propertyStatus = status } else { facts.status = status }
  }

  private mutating func endRemark() {
    guard !text.trimmed.isEmpty else { return }
    if open.last == .response { facts.hasRemark = true } else { isDoubtful = true }
  }

  /// Only properties with a good status are facts; one without any status is taken for good.
  private mutating func endPropstat() {
    if let status = propertyStatus, status != 200 {
      // That a property is not there says least.
      let isWorse = facts.failedPropertyStatus.map { $0 == 404 || ($0 < status && status != 404) }
      if isWorse ?? true { facts.failedPropertyStatus = status }
    } else {
      properties.merge(facts.found ?? PropertyFacts())
      facts.found = properties
    }
  }

  private mutating func fail(_ reason: MultistatusReader.Failure) -> Bool {
    failure = reason
    return false
  }

  /// What an element is, if its namespace is the right one.
  private static func candidate(_ name: Span<UInt8>) -> DAVElement {
    let start = name.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
    return DAVElement(localName: name.extracting(start..<name.count))
  }

  private func qualified(_ element: DAVElement, _ name: Span<UInt8>) -> DAVElement {
    guard element != .other else { return .other }
    let colon = name.firstIndex(of: UInt8(ascii: ":"))
    let space = namespaces.space(of: name.extracting(0..<(colon ?? 0)))
    return space == (element == .fileID ? .ownCloud : .dav) ? element : .other
  }

  /// An element counts only where the protocol has it.
  private func placed(_ element: DAVElement) -> DAVElement {
    let isExpected =
      switch element {
      case .multistatus: open.isEmpty
      case .response: open.last == .multistatus
      case .href, .propstat: open.last == .response
      case .status: open.last == .response || open.last == .propstat
      case .remark: open.last == .multistatus || open.last == .response
      case .prop: open.last == .propstat
      case .collection: open.last == .resourceType
      case .other: false
      default: open.last == .prop
      }
    return isExpected ? element : .other
  }
}
