#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Hosts and ports, as they stand in URLs.
enum HostName {
  /// Reads `host`, `host:port` or `[address]:port`.
  ///
  /// - Parameter authority: Encoded, without a user; may be empty.
  /// - Returns: The host in lower case, an address of IPv6 in its usual form and in brackets, and
  ///   the port.
  /// - Throws: ``SourceURLError``: `host`, `port`.
  static func split(
    _ authority: ArraySlice<UInt8>
  ) throws(SourceURLError) -> (host: String, port: UInt16?) {
    guard authority.first == UInt8(ascii: "[") else {
      let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
      return (try name(authority[..<end]), try port(authority[end...]))
    }
    guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
    let host = try address(authority[authority.index(after: authority.startIndex)..<end])
    return (host, try port(authority[(end + 1)...]))
  }

  private static func port(_ rest: ArraySlice<UInt8>) throws(SourceURLError) -> UInt16? {
    guard !rest.isEmpty else { return nil }
    guard rest.first == UInt8(ascii: ":") else { throw .host }
    let digits = rest.dropFirst()
    guard !digits.isEmpty else { return nil }
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
    else { throw .port }
    return port
  }

  /// A registered name or an address of IPv4.
  private static func name(_ bytes: ArraySlice<UInt8>) throws(SourceURLError) -> String {
    guard bytes.count <= 253, bytes.first != UInt8(ascii: "-"), bytes.allSatisfy(isUnreserved)
    else { throw .host }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// An address of IPv6, with a zone behind `%25` where it has one (RFC 6874).
  private static func address(_ bytes: ArraySlice<UInt8>) throws(SourceURLError) -> String {
    let percent = bytes.firstIndex(of: UInt8(ascii: "%")) ?? bytes.endIndex
    let zone = bytes[percent...]
    guard zone.isEmpty || zone.starts(with: "%25".utf8) && zone.count > 3,
      zone.dropFirst(3).allSatisfy(isUnreserved),
      let usual = usualForm(String(decoding: bytes[..<percent], as: UTF8.self))
    else { throw .host }
    return "[\(usual)\(String(decoding: zone, as: UTF8.self))]"
  }

  private static func usualForm(_ address: String) -> String? {
    var binary = in6_addr()
    guard unsafe inet_pton(AF_INET6, address, &binary) == 1 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(AF_INET6, &binary, &text, socklen_t(text.count)) != nil else {
      return nil
    }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
