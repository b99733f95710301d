/// A server as browsers tell servers apart (RFC 6454): where secrets may go, and where they may not.
struct Origin: Hashable, Sendable {
  /// How the server is spoken to.
  enum Scheme: String, Sendable {
    case http
    case https

    var usualPort: Int { self == .http ? 80 : 443 }
  }

  let scheme: Scheme
  /// In lower case; an IPv6 address in its brackets.
  let host: String
  let port: Int

  init(scheme: Scheme, host: String, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.usualPort
  }

  /// Reads `host` or `host:port`.
  ///
  /// The result is `nil` for anything with credentials in it, and for what is no host.
  init?(scheme: Scheme, authority: ArraySlice<UInt8>) {
    var host = authority
    var port: Int?
    if let colon = Self.portColon(of: authority) {
      host = authority[..<colon]
      let digits = authority[(colon + 1)...]
      if !digits.isEmpty {
        guard let number = Int(ascii: digits), (1...65535).contains(number) else { return nil }
        port = number
      }
    }
    guard !host.isEmpty, host.allSatisfy(Self.isAllowedInHost) else { return nil }
    let name = String(decoding: host.map(\.lowercased), as: UTF8.self)
    self.init(scheme: scheme, host: name, port: port)
  }

  /// The beginning of every URL of the server.
  var text: String {
    port == scheme.usualPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  /// The colons of an IPv6 address are inside its brackets.
  private static func portColon(of authority: ArraySlice<UInt8>) -> Int? {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return authority[colon...].contains(UInt8(ascii: "]")) ? nil : colon
  }

  private static func isAllowedInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F: false
    case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
    case UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: true
    }
  }
}

extension FixedWidthInteger {
  /// Reads ASCII digits and nothing else; `nil` also for a number that does not fit.
  init?(ascii digits: some Collection<UInt8>) {
    guard !digits.isEmpty else { return nil }
    var value: Self = 0
    for digit in digits {
      guard let number = Self(exactly: Int(digit) - 48), (0...9).contains(number) else {
        return nil
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(number)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    self = value
  }
}
