/// Understands an XML document while it is parsed.
///
/// It is told what the document holds, in order. The bytes that it gets are UTF-8 and valid during the
/// call only.
package protocol XMLTarget {
  /// Whether the text that comes next matters.
  var wantsText: Bool { get }

  /// An attribute of the element that begins next.
  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)

  /// An element begins, by its name with its prefix; returns whether to go on.
  mutating func begin(_ name: Span<UInt8>) -> Bool

  /// A piece of text, cut anywhere; returns whether to go on.
  mutating func text(_ bytes: Span<UInt8>) -> Bool

  /// The element that began last and has not ended ends.
  mutating func end()
}
