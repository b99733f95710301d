internal import CKinoExpat

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Hears what expat's callbacks say, whatever the type that understands it.
class XMLListener {
  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {}
  func begin(_ name: Span<UInt8>) {}
  func text(_ bytes: Span<UInt8>) {}
  func end() {}
  func documentType() {}
}

/// Passes on what it hears to a parsing's state, which lives for as long as the reader that owns both.
@safe
final class StateListener<Target: XMLTarget>: XMLListener {
  /// Behind a pointer, as access to the parts of an object is checked each time.
  private let state: UnsafeMutablePointer<ParsingState<Target>>

  init(_ state: UnsafeMutablePointer<ParsingState<Target>>) { unsafe self.state = state }

  override func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    unsafe state.pointee.target.attribute(name, value)
  }

  override func begin(_ name: Span<UInt8>) { unsafe state.pointee.begin(name) }
  override func text(_ bytes: Span<UInt8>) { unsafe state.pointee.text(bytes) }
  override func end() { unsafe state.pointee.end() }
  override func documentType() { unsafe state.pointee.stop(.documentType) }
}

private let salt = UInt.random(in: 1 ... .max)

/// Has a parser tell a listener, which must outlive it.
func listen(with parser: XML_Parser, telling listener: XMLListener) {
  // One salt for the process is enough, and spares a question to the system for each document.
  _ = unsafe XML_SetHashSalt(parser, salt)
  unsafe XML_SetUserData(parser, Unmanaged.passUnretained(listener).toOpaque())
  unsafe XML_SetElementHandler(parser, beginElement, endElement)
  unsafe XML_SetStartDoctypeDeclHandler(parser, startDocumentType)
}

/// Has a parser tell text, or not.
func hear(text isWanted: Bool, from parser: XML_Parser) {
  unsafe XML_SetCharacterDataHandler(parser, isWanted ? characterData : nil)
}

/// The invariant behind the callbacks: expat passes what ``listen(with:telling:)`` gave it, which
/// lives for as long as the parser does.
private func listener(_ context: UnsafeMutableRawPointer?) -> XMLListener? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<XMLListener>.fromOpaque(context).takeUnretainedValue()
}

private func beginElement(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
  guard let listener = unsafe listener(context), let name = unsafe name else { return }
  // Pairs of name and value, which end with a null.
  if var next = unsafe attributes {
    while let name = unsafe next[0], let value = unsafe next[1] {
      let (name, value) = unsafe (bytes(of: name), bytes(of: value))
      unsafe listener.attribute(Span(_unsafeElements: name), Span(_unsafeElements: value))
      unsafe next += 2
    }
  }
  unsafe listener.begin(Span(_unsafeElements: bytes(of: name)))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  unsafe listener(context)?.end()
}

private func characterData(
  _ context: UnsafeMutableRawPointer?,
  _ text: UnsafePointer<XML_Char>?,
  _ count: Int32
) {
  guard let listener = unsafe listener(context) else { return }
  let buffer = unsafe UnsafeBufferPointer(start: text, count: Int(count))
  unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
    unsafe listener.text(Span(_unsafeElements: bytes))
  }
}

private func startDocumentType(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<XML_Char>?,
  _ system: UnsafePointer<XML_Char>?,
  _ publicID: UnsafePointer<XML_Char>?,
  _ hasInternalSubset: Int32
) {
  unsafe listener(context)?.documentType()
}

/// The bytes of a C string, valid for as long as it is.
private func bytes(of text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
  let count = unsafe strlen(text)
  let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  return unsafe UnsafeBufferPointer(start: start, count: count)
}
