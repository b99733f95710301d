internal import KinoXML

/// How much of a multistatus is read before it is refused.
struct MultistatusLimits: Sendable {
  /// How deep elements may nest; what servers send is 6 deep.
  var depth = 64
  /// The longest text of one property or address, in bytes.
  var text = 64 << 10
  /// The most bytes of one answer, decompressed.
  var bytes: Int64 = 1 << 30
  /// The most resources of one answer.
  var responses = Int.max

  /// The limits of an answer about one resource, and its members where a server adds them.
  var ofOneResource: MultistatusLimits {
    var limits = self
    limits.bytes = min(bytes, 8 << 20)
    limits.responses = min(responses, 10_000)
    return limits
  }
}

/// Understands a multistatus (RFC 4918, section 13) while it is parsed.
///
/// It is told what an XML document holds, in order, and tells what each `response` says as soon as
/// that ends. The bytes that it gets are UTF-8 and valid during the call only. It is a value, as
/// access to the parts of an object is checked each time, of which there are millions.
struct MultistatusReader: XMLTarget {
  /// Why a document is no multistatus to go on with.
  enum Failure: Hashable {
    case notMultistatus
    case tooDeep
    case tooLong
  }

  private var state: MultistatusState
  private let receive: (borrowing ResourceFacts) -> Void

  /// Creates a reader of one document; `receive` gets what each `response` says.
  init(limits: MultistatusLimits, receive: @escaping (borrowing ResourceFacts) -> Void) {
    state = MultistatusState(limits: limits)
    self.receive = receive
  }

  /// Why the document is not read further, if that is its own fault.
  var failure: Failure? { state.failure }
  /// Whether the document's root was closed, before which nothing is known to be complete.
  var isClosed: Bool { state.isClosed }
  /// Whether there was something that may mean that the document is not all; see
  /// ``MultistatusState/isDoubtful``.
  var isDoubtful: Bool { state.isDoubtful }
  /// Whether the text that comes next matters.
  var wantsText: Bool { state.wantsText }

  /// Notes an attribute that declares a namespace; an empty prefix is the default one's.
  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    let word: StaticString = "xmlns"
    let length = word.utf8CodeUnitCount
    guard name.count >= length else { return }
    for (index, byte) in word.description.utf8.enumerated() where name[index] != byte { return }
    guard name.count > length else { return state.declare(name.extracting(length...), value) }
    // `xmlns:` and a prefix.
    guard name[length] == UInt8(ascii: ":") else { return }
    state.declare(name.extracting((length + 1)...), value)
  }

  /// An element begins, by its name with its prefix; returns whether to go on.
  mutating func begin(_ name: Span<UInt8>) -> Bool { state.begin(name) }

  /// A piece of text, cut anywhere; returns whether to go on.
  mutating func text(_ bytes: Span<UInt8>) -> Bool { state.text(bytes) }

  /// The element that began last and has not ended ends.
  mutating func end() {
    if state.end() { receive(state.facts) }
  }
}

extension XMLReader where Target == MultistatusReader {
  /// Why the document is no multistatus to go on with.
  var failure: MultistatusReader.Failure? { target.failure }

  /// Whether the document's root was closed.
  var isClosed: Bool { target.isClosed }

  /// Whether the document says something that may mean that it is not all.
  var isDoubtful: Bool { target.isDoubtful }
}
