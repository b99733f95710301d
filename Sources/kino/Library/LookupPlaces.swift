import KinoCommand
import KinoCore
import Kinothek

/// Finds the source that holds a path or URL, without opening anything but folders of this machine.
enum LookupPlaces {
  /// The places that an argument may mean.
  ///
  /// A path that leads through links means where they lead, and also what it says; what is not there
  /// any more means what its folder leads to.
  ///
  /// - Throws: `UsageError` for what is no path and no URL of a known kind.
  static func places(of argument: [UInt8]) throws(UsageError) -> [SourceConfiguration] {
    let schemes = SourceScheme.all
    let address: Address
    do throws(SourceURLError) {
      address = try Address(argument, schemes: schemes.flatMap(\.names))
    } catch {
      throw UsageError(error.message)
    }
    switch address {
    case .path(let path):
      return places(ofPath: path)
    case .url(let url):
      guard let scheme = schemes.first(where: { $0.names.contains(url.scheme) }) else {
        throw UsageError("no kind of source has URLs that begin with \(url.scheme)://")
      }
      return [try scheme.configuration(url)]
    }
  }

  /// The places that a path of this machine may mean.
  static func places(ofPath path: [UInt8]) -> [SourceConfiguration] {
    [resolvedAsFarAsThere(path), absolute(path)].map { .local(bytes: $0) }
  }

  /// The source whose root lies nearest to one of the places, and the path in it.
  static func innermost(
    of sources: [Source],
    holding places: [SourceConfiguration]
  ) -> (Source, SourcePath)? {
    let found = sources.flatMap { source in
      places.compactMap { place in
        source.configuration.path(to: place).map { (source, $0) }
      }
    }
    return found.min { $0.1.depth < $1.1.depth }
  }

  private static func resolvedAsFarAsThere(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let whole = absolute(path)
    var end = whole.endIndex
    while end > whole.startIndex {
      let folder = Array(whole[..<end])
      if Host.isDirectory(folder) { return Host.resolved(folder) + whole[end...] }
      end = whole[..<end].lastIndex(of: slash) ?? whole.startIndex
    }
    return whole
  }

  private static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != UInt8(ascii: "/") else { return path }
    return Host.resolved(Array(".".utf8)) + [UInt8(ascii: "/")] + path
  }
}

extension SourceConfiguration {
  /// The path in this source that leads to a place; `nil` when the place is not in it.
  func path(to place: SourceConfiguration) -> SourcePath? {
    let slash = UInt8(ascii: "/")
    // A local folder's location says the same as its root.
    guard kind == place.kind, kind == "local" || location == place.location else { return nil }
    let root = rootPath.split(separator: slash)
    let names = place.rootPath.split(separator: slash)
    guard names.starts(with: root) else { return nil }
    return SourcePath(bytes: Array(names.dropFirst(root.count).joined(separator: [slash])))
  }
}
