import KinoCore

/// The server that a configuration's location names: `scheme://host:port`, and what follows.
struct ServerLocation: Sendable {
  let scheme: String
  let host: String
  let port: UInt16
  /// The path behind the authority, as it stands there.
  let path: String

  /// Reads a location; `nil` for one of a folder of this machine, and for what has no known port.
  init?(_ location: String) {
    guard let mark = location.firstRange(of: "://") else { return nil }
    scheme = location[..<mark.lowerBound].lowercased()
    let rest = location[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    path = String(rest[authority.endIndex...])
    let digits = authority.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    let hasPort = authority.dropLast(digits.count).last == ":" && !digits.isEmpty
    let name = hasPort ? authority.dropLast(digits.count + 1) : authority
    host = String(name.first == "[" ? name.dropFirst().dropLast() : name)
    let usual: UInt16? =
      ["http": 80, "dav": 80, "https": 443, "davs": 443, "smb": 445, "nfs": 2049][scheme]
    guard let port = hasPort ? UInt16(String(digits)) : usual, !host.isEmpty else { return nil }
    self.port = port
  }

  /// What can be made of what is said on the way.
  enum Visibility: Hashable {
    /// It is HTTP, which is read, counted and changed.
    case http
    /// It is encrypted.
    case encrypted
    /// It is said in another protocol.
    case otherProtocol
  }

  var visibility: Visibility {
    switch scheme {
    case "http", "dav": .http
    case "https", "davs": .encrypted
    default: .otherProtocol
    }
  }

  /// The same on another host and port.
  func at(_ host: String, _ port: UInt16) -> String { "\(scheme)://\(host):\(port)\(path)" }

  /// The host by which a proxy on this machine is reached so that the server's certificate is still
  /// good; `nil` when there is none.
  var proxyHost: String? {
    if visibility != .encrypted { return "127.0.0.1" }
    return ["localhost", "127.0.0.1"].contains(host) ? host : nil
  }
}
