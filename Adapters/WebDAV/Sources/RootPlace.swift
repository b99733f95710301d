import KinoCore

/// Where the root of a source is: for us, and in the server's own words.
struct RootPlace: Sendable {
  /// Where requests go; its target is a path that ends with a slash.
  var address: WebAddress
  /// The decoded segments of the path by which the server calls the root in its answers.
  ///
  /// A proxy that rewrites paths makes it another one than that of the address.
  var serverPath: [[UInt8]]

  /// Makes the address of a configuration.
  ///
  /// - Parameter configuration: Its location is a URL.
  /// - Returns: The address, ending with a slash.
  /// - Throws: ``KinoCore/SourceError``: `nameNotRepresentable` for what is no URL of a server, or
  ///   one with credentials, a query or a fragment.
  static func address(of configuration: SourceConfiguration) throws(SourceError) -> WebAddress {
    let url = Array(configuration.location.utf8)
    guard !url.contains(UInt8(ascii: "?")), !url.contains(UInt8(ascii: "#")),
      var address = WebAddress(url)
    else { throw SourceError(.nameNotRepresentable, scope: .root) }
    let folder = configuration.rootPath.split(separator: slash).map { Array($0) }
    guard folder.allSatisfy(PathComponent.isValid) else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    let base = address.target.split(separator: slash)
    address.target = [slash]
    for segment in base { address.target += segment + [slash] }
    for segment in folder {
      PercentCoding.append(segment: segment, to: &address.target)
      address.target.append(slash)
    }
    return address
  }

  /// Where requests about a path go.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - asDirectory: Whether it ends with a slash, without which many servers answer for a
  ///     directory with a redirect, a web page or nothing.
  /// - Returns: An address of the source's own server.
  func address(of path: SourcePath, asDirectory: Bool) -> WebAddress {
    guard !path.isRoot else { return address }
    var target = address.target
    target.reserveCapacity(target.count + path.bytes.count * 3 + 1)
    for (index, part) in path.bytes.split(separator: Self.slash).enumerated() {
      if index > 0 { target.append(Self.slash) }
      PercentCoding.append(segment: part, to: &target)
    }
    if asDirectory { target.append(Self.slash) }
    return WebAddress(origin: address.origin, target: target)
  }

  /// The decoded segments of the path by which the server calls a path.
  func serverPath(of path: SourcePath) -> [[UInt8]] {
    serverPath + path.components.map(\.bytes)
  }

  private static let slash = UInt8(ascii: "/")
}
