import KinoCore

/// Tells what an address in a listing stands for.
///
/// Only its path counts: scheme, host and port are often those that a proxy hides. The path is split
/// first and each segment decoded once, so that a name may hold whatever can be encoded; names are
/// the decoded bytes. The listed directory's own path is the one that the server calls it by, which
/// behind a rewriting proxy is not the one that was asked for.
struct HrefResolver {
  /// What an address stands for.
  enum Resolution: Hashable {
    /// The listed directory itself.
    case itself
    /// An entry of the directory.
    case child(PathComponent)
    /// Something below an entry, which a server sends that does not keep to the asked depth.
    case deeper
    /// An address with a segment that leads elsewhere: `..`, a slash inside, …
    case unsafe
    /// An address outside the directory.
    case elsewhere
  }

  private let base: [[UInt8]]
  /// The beginning of the children's addresses in the server's own spelling, once it is known.
  private var spelling: [UInt8]?

  /// Creates a resolver.
  ///
  /// - Parameter base: The decoded segments of the directory's path on the server.
  init(base: [[UInt8]]) {
    self.base = base
  }

  /// Resolves one address; most take the short way of comparing it with the one before.
  mutating func resolve(_ href: [UInt8]) -> Resolution {
    if let spelling, href.starts(with: spelling) {
      var rest = href[spelling.count...]
      if rest.last == Self.slash { rest.removeLast() }
      if !rest.isEmpty, !rest.contains(Self.slash) { return child(PercentCoding.decoded(rest)) }
    }
    return resolveAnew(href)
  }

  private mutating func resolveAnew(_ href: [UInt8]) -> Resolution {
    let path = Self.path(of: href)
    guard !path.isEmpty else { return .elsewhere }
    let isAbsolute = path.first == Self.slash
    var segments = path.split(separator: Self.slash).map { PercentCoding.decoded($0) }
    guard segments.allSatisfy(PathComponent.isValid) else { return .unsafe }
    if !isAbsolute { segments = base + segments }
    guard segments.starts(with: base) else { return .elsewhere }
    if segments.count == base.count { return .itself }
    guard segments.count == base.count + 1, let name = segments.last else { return .deeper }
    if isAbsolute { learnSpelling(of: href) }
    return child(name)
  }

  private func child(_ name: [UInt8]) -> Resolution {
    PathComponent(bytes: name).map(Resolution.child) ?? .unsafe
  }

  private mutating func learnSpelling(of href: [UInt8]) {
    guard let end = href.lastIndex(where: { $0 != Self.slash }),
      let slash = href[...end].lastIndex(of: Self.slash)
    else { return }
    spelling = Array(href[...slash])
  }

  /// The path of a URL, or of what is no URL all of it: servers forget to encode `?` and `#`.
  private static func path(of href: [UInt8]) -> ArraySlice<UInt8> {
    guard let (_, authority) = WebAddress.scheme(of: href[...]) else { return href[...] }
    guard let start = href[authority...].firstIndex(of: slash) else { return [slash] }
    return href[start...]
  }

  /// The decoded segments of a path; `nil` if one of them is unsafe.
  static func segments(of href: [UInt8]) -> [[UInt8]]? {
    let segments = path(of: href).split(separator: slash).map { PercentCoding.decoded($0) }
    return segments.allSatisfy(PathComponent.isValid) ? segments : nil
  }

  private static let slash = UInt8(ascii: "/")
}
