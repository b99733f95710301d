/// A URL that names a place (RFC 3986), taken apart and decoded.
///
/// It never holds a password: reading one fails. Names in its path are bytes and need not be text.
struct SourceURL: Hashable, Sendable {
  /// In lower case.
  var scheme: String
  /// Who logs in, decoded; `nil` when the URL does not say.
  var user: String?
  /// A name or an address in lower case, one of IPv6 in brackets; empty when there is none.
  var host: String
  /// `nil` for the scheme's own.
  var port: UInt16?
  /// The decoded names of the path; none is empty, `.` or `..`, or holds a slash or zero byte.
  var names: [[UInt8]]
  /// The settings behind the `?`, decoded.
  var settings: [String: String]

  /// The scheme, the host and the port, as the beginning of a URL.
  var origin: String {
    "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// The names, joined by slashes.
  var path: [UInt8] { Array(names.joined(separator: [UInt8(ascii: "/")])) }
}

extension SourceURL {
  /// Reads what follows `scheme://`.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in lower case.
  ///   - rest: The authority, the path and the query, encoded.
  /// - Throws: ``SourceURLError``; `password` before anything else.
  init(scheme: String, _ rest: ArraySlice<UInt8>) throws(SourceURLError) {
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let (user, place) = try Self.user(rest[..<end])
    let (host, port) = try HostName.split(place)
    guard !rest.contains(UInt8(ascii: "#")) else { throw .fragment }
    let query = rest[end...].firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    self.init(
      scheme: scheme,
      user: user,
      host: host,
      port: port,
      names: try Self.names(rest[end..<query]),
      settings: try Self.settings(rest[query...].dropFirst())
    )
  }

  /// Splits the user from an authority.
  ///
  /// The last `@` counts: an `@` that was not encoded belongs to a secret rather than to a host.
  private static func user(
    _ authority: ArraySlice<UInt8>
  ) throws(SourceURLError) -> (String?, ArraySlice<UInt8>) {
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return (nil, authority) }
    let encoded = authority[..<at]
    guard !encoded.contains(UInt8(ascii: ":")) else { throw .password }
    guard let bytes = PercentDecoding.decoded(encoded) else { throw .percent }
    // A colon parts user and password, also where it is hidden.
    guard !bytes.contains(UInt8(ascii: ":")) else { throw .password }
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let user = String(validating: bytes, as: UTF8.self)
    else { throw .user }
    return (user, authority[(at + 1)...])
  }

  private static func names(_ path: ArraySlice<UInt8>) throws(SourceURLError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    for encoded in path.split(separator: UInt8(ascii: "/")) {
      guard let name = PercentDecoding.decoded(encoded) else { throw .percent }
      guard name != Array("..".utf8) else { throw .parentFolder }
      guard !name.contains(0), !name.contains(UInt8(ascii: "/")) else { throw .separatorInName }
      if name != Array(".".utf8) { names.append(name) }
    }
    return names
  }

  private static func settings(
    _ query: ArraySlice<UInt8>
  ) throws(SourceURLError) -> [String: String] {
    var settings: [String: String] = [:]
    for pair in query.split(separator: UInt8(ascii: "&")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { throw .query }
      guard let name = PercentDecoding.decoded(pair[..<equals]),
        let value = PercentDecoding.decoded(pair[(equals + 1)...])
      else { throw .percent }
      guard let name = String(validating: name, as: UTF8.self),
        let value = String(validating: value, as: UTF8.self), !name.isEmpty,
        settings.updateValue(value, forKey: name) == nil
      else { throw .query }
    }
    return settings
  }
}
