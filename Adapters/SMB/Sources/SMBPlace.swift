import KinoCore

/// Where a source is: a server, a share, and a folder in it.
struct SMBPlace: Hashable, Sendable {
  let host: String
  let port: UInt16
  /// `smb://host:port`, encoded.
  private let server: [UInt8]
  /// The share and the folder, encoded, each with a slash before it.
  private let root: [UInt8]

  /// Reads a configuration.
  ///
  /// - Parameter configuration: Its location is `smb://host[:port]`, its root path `share/folder`.
  /// - Throws: ``KinoCore/SourceError``: `nameNotRepresentable` for what is no such place.
  init(_ configuration: SourceConfiguration) throws(SourceError) {
    guard let (host, port) = Self.server(configuration.location) else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    self.host = host
    self.port = port
    server = Array("smb://".utf8) + Self.encoded(host.utf8) + Array(":\(port)".utf8)
    let names = configuration.rootPath.split(separator: Self.slash).map { Array($0) }
    guard !names.isEmpty, names.allSatisfy(Self.canHold) else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    root = names.flatMap { [Self.slash] + Self.encoded($0) }
  }

  /// How the library names a path of the source.
  ///
  /// - Parameter path: The path.
  /// - Returns: `nil` for a name that the protocol can not hold, or takes for something else.
  func url(of path: SourcePath) -> SMBURL? {
    var bytes = server + root
    bytes.reserveCapacity(bytes.count + path.bytes.count + 32)
    for name in path.bytes.split(separator: Self.slash) {
      guard Self.canHold(name) else { return nil }
      bytes.append(Self.slash)
      bytes += Self.encoded(name)
    }
    return SMBURL(bytes)
  }

  /// The root.
  var url: SMBURL { SMBURL(server + root) }

  /// The root by another name, which is the same place for a server.
  var otherURL: SMBURL { SMBURL(server + root + [Self.slash]) }

  /// The share that every server has and every user may connect to.
  var serviceURL: SMBURL { SMBURL(server + Array("/IPC%24".utf8)) }

  private static let slash = UInt8(ascii: "/")

  /// Whether the protocol can hold a name as one name: a backslash would part it, a colon would lead
  /// to another stream, and the rest stands for several names.
  static func canHold(_ name: some Collection<UInt8>) -> Bool {
    let isPlain = name.allSatisfy { byte in
      byte >= 0x20 && !"\"*:<>?|\\".utf8.contains(byte)
    }
    let dots = name.allSatisfy { $0 == UInt8(ascii: ".") } && name.count <= 2
    return isPlain && !dots && String(validating: name, as: UTF8.self) != nil
  }

  /// Every byte that might mean something to the library, which decodes once.
  private static func encoded(_ name: some Collection<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in name {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        encoded.append(byte)
      default:
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }

  private static func server(_ location: String) -> (host: String, port: UInt16)? {
    guard location.hasPrefix("smb://") else { return nil }
    var rest = location.dropFirst(6)
    var host = rest
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(host.count)
    }
    // No user, password or path: they have their own places, and a secret is in none of them. And no zone
    // (`fe80::1%25eth0`), which the library has no place for.
    let allowed = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"@/\\?#%[]".utf8.contains($0) }
    guard !host.isEmpty, host.utf8.count < 256, allowed else { return nil }
    guard !rest.isEmpty else { return (String(host), 445) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return (String(host), port)
  }
}

/// A name of something on a server, as the library reads it: percent-encoded, with a NUL behind it.
struct SMBURL: Hashable, Sendable {
  let characters: [CChar]

  init(_ bytes: [UInt8]) {
    characters = bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
