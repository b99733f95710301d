import KinoCore

/// Which server a configuration names.
struct ServerAddress: Hashable, Sendable {
  /// A name or a numeric address, without brackets.
  var host: String
  /// `nil` for the usual one.
  var port: UInt16?

  /// Reads `nfs://host`, `nfs://host:port` or either with an address of IPv6 in brackets.
  ///
  /// - Throws: ``KinoCore/SourceError``: `unsupported` for anything else; for a user, as the protocol
  ///   has no log-in, and for an address with a zone (`fe80::1%25eth0`), which libnfs drops.
  init(_ location: String) throws(SourceError) {
    let refusal = SourceError(.unsupported, scope: .root)
    let scheme = "nfs://"
    guard location.hasPrefix(scheme) else { throw refusal }
    let text = location.dropFirst(scheme.count)
    guard !text.contains(where: { "@/?#%\0".contains($0) }) else { throw refusal }
    var rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { throw refusal }
      host = String(text[text.index(after: text.startIndex)..<end])
      rest = text[text.index(after: end)...]
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      host = String(text[..<end])
      rest = text[end...]
    }
    guard !host.isEmpty else { throw refusal }
    guard !rest.isEmpty else { return }
    guard rest.removeFirst() == ":", let number = UInt16(rest), number > 0 else { throw refusal }
    port = number
  }
}
