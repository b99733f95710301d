import KinoCore

/// Who logs in, with which password, and what must be kept to.
///
/// It is handed to the library when that asks for it, and is in no URL, argument or message.
struct SMBLogin: Sendable {
  let user: String
  let domain: String
  let password: String
  let options: SMBOptions

  /// The most bytes of a user, domain or password that the library takes; it cuts the rest off.
  private static let limit = 255

  init(_ credential: SourceCredential?, _ options: SMBOptions) throws(SourceError) {
    self.options = options
    switch credential?.method {
    case .password(let name, let password):
      guard !options.isGuest else { throw SourceError(.unsupported, scope: .root) }
      let parts = name.split(separator: "\\", maxSplits: 1, omittingEmptySubsequences: false)
      user = String(parts[parts.count - 1])
      domain = parts.count == 2 ? String(parts[0]) : options.domain
      self.password = password
      guard !user.isEmpty else { throw SourceError(.authenticationFailed) }
    case .anonymous:
      user = ""
      domain = ""
      password = ""
    case nil:
      guard options.isGuest else { throw SourceError(.authenticationFailed) }
      user = ""
      domain = ""
      password = ""
    case .bearer:
      throw SourceError(.unsupported, scope: .root)
    }
    let fits = [user, domain, password].allSatisfy { text in
      text.utf8.count <= Self.limit && !text.utf8.contains(0)
    }
    // A guest has no key to sign or encrypt with.
    guard fits, !(user.isEmpty && options.requiresEncryption) else {
      throw SourceError(.unsupported, scope: .root)
    }
  }

  var isGuest: Bool { user.isEmpty }

  /// The same without a name; `nil` where nobody without one can be let in.
  var asNobody: SMBLogin? { try? SMBLogin(SourceCredential(.anonymous), options) }
}
