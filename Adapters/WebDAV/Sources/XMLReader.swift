internal import CKinoExpat

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

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
  /// What the callbacks work on, during ``feed(_:)`` and ``finish()`` only.
  private let target: UnsafeMutablePointer<ParsingTarget>
  private var hasBegun = false
  private var fedBytes = 0

  /// Creates a reader that tells what it finds; the result is `nil` when there is no memory.
  init?(telling reader: MultistatusReader) {
    guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
    unsafe self.parser = parser
    unsafe target = .allocate(capacity: 1)
    unsafe target.initialize(to: ParsingTarget(reader, parser: parser))
    // One salt for the process is enough, and spares a question to the system for each document.
    _ = unsafe XML_SetHashSalt(parser, Self.salt)
    unsafe XML_SetUserData(parser, target)
    unsafe XML_SetElementHandler(parser, beginElement, endElement)
    unsafe XML_SetStartDoctypeDeclHandler(parser, startDocumentType)
  }

  deinit {
    unsafe XML_ParserFree(parser)
    unsafe target.deinitialize(count: 1)
    unsafe target.deallocate()
  }

  /// Why the document is no multistatus to go on with.
  var failure: MultistatusReader.Failure? { unsafe target.pointee.reader.failure }

  /// Whether the document's root was closed.
  var isClosed: Bool { unsafe target.pointee.reader.isClosed }

  /// Whether the document says something that may mean that it is not all.
  var isDoubtful: Bool { unsafe target.pointee.reader.isDoubtful }

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
    if let failure = unsafe target.pointee.failure { throw failure }
    guard status == XML_STATUS_OK else {
      throw .malformed(Int32(unsafe XML_GetErrorCode(parser).rawValue))
    }
  }
}

/// What expat's callbacks work on.
@safe
private struct ParsingTarget {
  var reader: MultistatusReader
  private(set) var failure: XMLFailure?
  private let parser: XML_Parser
  private var getsText = false

  init(_ reader: MultistatusReader, parser: XML_Parser) {
    self.reader = reader
    unsafe self.parser = parser
  }

  mutating func begin(_ name: Span<UInt8>) {
    guard reader.begin(name) else { return stop(.stopped) }
    chooseText()
  }

  mutating func end() {
    reader.end()
    chooseText()
  }

  mutating func text(_ bytes: Span<UInt8>) {
    if !reader.text(bytes) { stop(.stopped) }
  }

  mutating func stop(_ reason: XMLFailure) {
    failure = failure ?? reason
    _ = unsafe XML_StopParser(parser, 0)
  }

  /// Has text told only where it matters: most of it is the white space between elements.
  private mutating func chooseText() {
    guard getsText != reader.wantsText else { return }
    getsText.toggle()
    unsafe XML_SetCharacterDataHandler(parser, getsText ? characterData : nil)
  }
}

private typealias Attributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

/// The invariant behind the callbacks: expat passes what ``XMLReader`` gave it, which lives for as
/// long as the parser does.
private func target(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ParsingTarget>? {
  unsafe context?.assumingMemoryBound(to: ParsingTarget.self)
}

private func beginElement(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ attributes: Attributes?
) {
  guard let target = unsafe target(context), let name = unsafe name else { return }
  unsafe declareNamespaces(in: attributes, to: &target.pointee.reader)
  unsafe target.pointee.begin(Span(_unsafeElements: bytes(of: name)))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  unsafe target(context)?.pointee.end()
}

private func characterData(
  _ context: UnsafeMutableRawPointer?,
  _ text: UnsafePointer<XML_Char>?,
  _ count: Int32
) {
  guard let target = unsafe target(context) else { return }
  let buffer = unsafe UnsafeBufferPointer(start: text, count: Int(count))
  unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
    unsafe target.pointee.text(Span(_unsafeElements: bytes))
  }
}

private func startDocumentType(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ system: UnsafePointer<XML_Char>?,
  _ publicID: UnsafePointer<XML_Char>?,
  _ hasInternalSubset: Int32
) {
  unsafe target(context)?.pointee.stop(.documentType)
}

/// Passes on the namespaces among attributes, which are pairs of name and value that end with a null.
private func declareNamespaces(
  in attributes: Attributes?,
  to reader: inout MultistatusReader
) {
  guard var next = unsafe attributes else { return }
  while let name = unsafe next[0], let value = unsafe next[1] {
    // `xmlns` or `xmlns:` and a prefix.
    if unsafe strncmp(name, "xmlns", 5) == 0, unsafe name[5] == 0 || name[5] == 58 {
      let prefix = unsafe bytes(of: name[5] == 0 ? name + 5 : name + 6)
      let namespace = unsafe bytes(of: value)
      unsafe reader.declare(Span(_unsafeElements: prefix), Span(_unsafeElements: namespace))
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
