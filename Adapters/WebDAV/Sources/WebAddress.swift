/// An http or https URL without credentials and fragment.
struct WebAddress: Hashable, Sendable {
  var origin: Origin
  /// Path and query as they stand in a request line: percent-encoded, beginning with a slash.
  var target: [UInt8]

  init(origin: Origin, target: [UInt8]) {
    self.origin = origin
    self.target = target
  }

  /// Reads a URL as a person or a server wrote it; `dav` and `davs` stand for `http` and `https`.
  ///
  /// The result is `nil` for other schemes, for URLs with credentials, and for what is no URL.
  init?(_ url: some Collection<UInt8>) {
    let bytes = Array(url)
    guard let (scheme, end) = Self.scheme(of: bytes[...]) else { return nil }
    let authorityEnd = bytes[end...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    guard let origin = Origin(scheme: scheme, authority: bytes[end..<authorityEnd]) else {
      return nil
    }
    self.init(origin: origin, target: Self.target(bytes[authorityEnd...]))
  }

  /// The whole URL.
  var text: String { origin.text + String(decoding: target, as: UTF8.self) }

  /// The target up to its query.
  var path: ArraySlice<UInt8> {
    target[..<(target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
  }

  /// What a reference in an answer from this address leads to (RFC 3986, section 5.2).
  ///
  /// The result is `nil` for what ``init(_:)`` refuses.
  func resolving(_ reference: ArraySlice<UInt8>) -> WebAddress? {
    let reference = reference.trimmed
    if Self.beginsWithScheme(reference) { return WebAddress(reference) }
    if reference.starts(with: "//".utf8) {
      return WebAddress(Array("\(origin.scheme):".utf8) + reference)
    }
    if reference.isEmpty { return self }
    if reference.first == UInt8(ascii: "/") {
      return WebAddress(origin: origin, target: Self.target(reference))
    }
    if reference.first == UInt8(ascii: "?") {
      return WebAddress(origin: origin, target: Array(path) + Self.target(reference).dropFirst())
    }
    let folder = path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    return WebAddress(origin: origin, target: Self.target(folder + reference))
  }

  /// The scheme of an absolute URL and where its authority begins.
  static func scheme(of url: ArraySlice<UInt8>) -> (scheme: Origin.Scheme, authority: Int)? {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")),
      url[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    let name = url[..<colon]
    if name.matches("http") || name.matches("dav") { return (.http, colon + 3) }
    if name.matches("https") || name.matches("davs") { return (.https, colon + 3) }
    return nil
  }

  private static func beginsWithScheme(_ reference: ArraySlice<UInt8>) -> Bool {
    guard let end = reference.firstIndex(where: { ":/?#".utf8.contains($0) }) else { return false }
    return reference[end] == UInt8(ascii: ":") && end > reference.startIndex
  }

  /// Makes a target of all that follows an authority: no fragment, no dot segments.
  private static func target(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    let whole = rest.prefix { $0 != UInt8(ascii: "#") }
    let pathEnd = whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex
    let path = withoutDotSegments(whole[..<pathEnd])
    return PercentCoding.sanitised((path + whole[pathEnd...])[...])
  }

  private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var kept: [ArraySlice<UInt8>] = []
    let segments = path.split(separator: slash, omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch PercentCoding.decoded(segment) {
      case Array(".".utf8):
        if isLast { kept.append([]) }
      case Array("..".utf8):
        _ = kept.popLast()
        if isLast { kept.append([]) }
      default: kept.append(segment)
      }
    }
    return [slash] + kept.joined(separator: [slash])
  }
}
