internal import CKinoExpat

/// Parses an XML document in pieces, with expat.
///
/// Memory is bounded by the longest tag. White space and a byte-order mark before the document are
/// skipped, as some servers send them. A document type is refused, and with it every entity that a
/// document could define.
@safe
package struct XMLReader<Target: XMLTarget>: ~Copyable {
  /// The longest piece of a document that is neither text nor complete.
  package static var tokenLimit: Int { 1 << 20 }

  private let parser: XML_Parser
  /// What the callbacks work on, during ``feed(_:)`` and ``finish()`` only.
  private let state: UnsafeMutablePointer<ParsingState<Target>>
  private let listener: StateListener<Target>
  private var hasBegun = false
  private var fedBytes = 0

  /// Creates a reader that tells what it finds; the result is `nil` when there is no memory.
  package init?(telling target: Target) {
    guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
    unsafe self.parser = parser
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: ParsingState(target, parser: parser))
    listener = unsafe StateListener(state)
    unsafe listen(with: parser, telling: listener)
  }

  deinit {
    unsafe XML_ParserFree(parser)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// What has been told, as it has understood it.
  package var target: Target { unsafe state.pointee.target }

  /// Parses the next piece.
  package mutating func feed(_ bytes: [UInt8]) throws(XMLFailure) {
    var bytes = bytes[...]
    if !hasBegun {
      bytes = bytes.drop { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
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
  package mutating func finish() throws(XMLFailure) {
    try parse([], isLast: true)
  }

  private func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(XMLFailure) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe XML_Parse(parser, start, Int32(buffer.count), isLast ? 1 : 0)
    }
    if let failure = unsafe state.pointee.failure { throw failure }
    guard status == XML_STATUS_OK else {
      throw .malformed(Int32(unsafe XML_GetErrorCode(parser).rawValue))
    }
  }
}

/// What expat's callbacks work on.
@safe
struct ParsingState<Target: XMLTarget> {
  var target: Target
  private(set) var failure: XMLFailure?
  private let parser: XML_Parser
  private var getsText = false

  init(_ target: Target, parser: XML_Parser) {
    self.target = target
    unsafe self.parser = parser
  }

  mutating func begin(_ name: Span<UInt8>) {
    guard target.begin(name) else { return stop(.stopped) }
    chooseText()
  }

  mutating func end() {
    target.end()
    chooseText()
  }

  mutating func text(_ bytes: Span<UInt8>) {
    if !target.text(bytes) { stop(.stopped) }
  }

  mutating func stop(_ reason: XMLFailure) {
    failure = failure ?? reason
    _ = unsafe XML_StopParser(parser, 0)
  }

  /// Has text told only where it matters: most of it is the white space between elements.
  private mutating func chooseText() {
    guard getsText != target.wantsText else { return }
    getsText.toggle()
    unsafe hear(text: getsText, from: parser)
  }
}
