internal import CKinoExpat

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What an XML document holds, in order.
///
/// Each call answers whether to go on. The bytes are UTF-8 and valid during the call only.
protocol XMLHandler: AnyObject {
  /// The element that begins next declares a namespace; an empty prefix is the default one's.
  func declare(_ prefix: Span<UInt8>, _ namespace: Span<UInt8>)
  /// An element begins; its name has its prefix.
  func begin(_ name: Span<UInt8>) -> Bool
  /// The element that began last and has not ended ends.
  func end() -> Bool
  /// A piece of text, cut anywhere.
  func text(_ bytes: Span<UInt8>) -> Bool
}

/// Why a document is not read further.
enum XMLFailure: Error, Hashable {
  /// It is not well-formed, or in an encoding that nobody reads; the code is expat's.
  case malformed(Int32)
  /// It has a document type, and with it may have entities.
  case documentType
  /// A tag, comment or the like is longer than the limit.
  case tokenTooLong
  /// The handler did not want to go on.
  case stopped
}

/// Parses an XML document in pieces, with expat.
///
/// Memory is bounded by the longest tag. White space and a byte-order mark before the document are
/// skipped, as some servers send them.
@safe
struct XMLReader: ~Copyable {
  /// The longest piece of a document that is neither text nor complete.
  static let tokenLimit = 1 << 20

  private static let salt = UInt.random(in: 1 ... .max)

  private let parser: XML_Parser
  private let relay: XMLRelay
  private var hasBegun = false
  private var fedBytes = 0

  /// Creates a reader; the result is `nil` when there is no memory.
  init?(handler: any XMLHandler) {
    guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
    unsafe self.parser = parser
    relay = unsafe XMLRelay(handler, parser: parser)
    // One salt for the process is enough, and spares a question to the system for each document.
    _ = unsafe XML_SetHashSalt(parser, Self.salt)
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(relay).toOpaque())
    unsafe XML_SetElementHandler(parser, beginElement, endElement)
    unsafe XML_SetCharacterDataHandler(parser, characterData)
    unsafe XML_SetStartDoctypeDeclHandler(parser, startDocumentType)
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Parses the next piece.
  mutating func feed(_ bytes: [UInt8]) throws(XMLFailure) {
    var bytes = bytes[...]
    if !hasBegun {
      bytes = bytes.drop { $0.isWhitespace || [0xEF, 0xBB, 0xBF].contains($0) }
      hasBegun = !bytes.isEmpty
    }
    guard !bytes.isEmpty else { return }
    try parse(bytes, isLast: false)
    fedBytes += bytes.count
    // What lies behind the beginning of the current token, expat keeps until the token is complete.
    let understood = max(0, unsafe XML_GetCurrentByteIndex(parser))
    guard fedBytes - understood <= Self.tokenLimit else { throw .tokenTooLong }
  }

  /// Says that no more comes; a document that has not ended is malformed.
  mutating func finish() throws(XMLFailure) {
    try parse([], isLast: true)
  }

  private func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(XMLFailure) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe XML_Parse(parser, start, Int32(buffer.count), isLast ? 1 : 0)
    }
    if let failure = relay.failure { throw failure }
    guard status == XML_STATUS_OK else {
      throw .malformed(Int32(unsafe XML_GetErrorCode(parser).rawValue))
    }
  }
}

/// What expat's callbacks work on.
@safe
private final class XMLRelay {
  private let handler: any XMLHandler
  private let parser: XML_Parser
  private(set) var failure: XMLFailure?

  init(_ handler: any XMLHandler, parser: XML_Parser) {
    self.handler = handler
    unsafe self.parser = parser
  }

  func pass(_ event: (any XMLHandler) -> Bool) {
    if !event(handler) { stop(.stopped) }
  }

  func stop(_ reason: XMLFailure) {
    failure = failure ?? reason
    _ = unsafe XML_StopParser(parser, 0)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> XMLRelay? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<XMLRelay>.fromOpaque(context).takeUnretainedValue()
  }
}

private typealias Attributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

private func beginElement(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ attributes: Attributes?
) {
  guard let relay = unsafe XMLRelay.of(context), let name = unsafe name else { return }
  let bytes = unsafe bytes(of: name)
  relay.pass { handler in
    unsafe declareNamespaces(in: attributes, to: handler)
    return unsafe handler.begin(Span(_unsafeElements: bytes))
  }
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  unsafe XMLRelay.of(context)?.pass { $0.end() }
}

private func characterData(
  _ context: UnsafeMutableRawPointer?,
  _ text: UnsafePointer<XML_Char>?,
  _ count: Int32
) {
  guard let relay = unsafe XMLRelay.of(context) else { return }
  let buffer = unsafe UnsafeBufferPointer(start: text, count: Int(count))
  unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
    relay.pass { unsafe $0.text(Span(_unsafeElements: bytes)) }
  }
}

private func startDocumentType(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ system: UnsafePointer<XML_Char>?,
  _ publicID: UnsafePointer<XML_Char>?,
  _ hasInternalSubset: Int32
) {
  unsafe XMLRelay.of(context)?.stop(.documentType)
}

/// Passes on the namespaces among attributes, which are pairs of name and value that end with a null.
private func declareNamespaces(in attributes: Attributes?, to handler: any XMLHandler) {
  guard var next = unsafe attributes else { return }
  while let name = unsafe next[0], let value = unsafe next[1] {
    // `xmlns` or `xmlns:` and a prefix.
    if unsafe strncmp(name, "xmlns", 5) == 0, unsafe name[5] == 0 || name[5] == 58 {
      let prefix = unsafe bytes(of: name[5] == 0 ? name + 5 : name + 6)
      let namespace = unsafe bytes(of: value)
      unsafe handler.declare(Span(_unsafeElements: prefix), Span(_unsafeElements: namespace))
    }
    unsafe next += 2
  }
}

/// The bytes of a C string, valid for as long as it is.
private func bytes(of text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
  let count = unsafe strlen(text)
  let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  return unsafe UnsafeBufferPointer(start: start, count: count)
}
