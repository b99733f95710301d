/// An answer to a request, after redirects and logins.
struct Reply: Sendable {
  let transfer: Transfer
  let head: ResponseHead
  /// Where the answer came from in the end.
  let address: WebAddress
  /// Whether it came from elsewhere than where the request was sent first.
  let wasRedirected: Bool
  /// The first piece of the body, or the beginning of a body that was not asked for.
  var body: [UInt8]
  /// Whether there is no further piece.
  var isComplete: Bool

  /// Whether the server answered with a page on which people log in.
  var isLoginPage: Bool {
    guard head.isWebPage else { return false }
    return wasRedirected || (contains("<form") && contains("password"))
  }

  /// Whether a body says that the client is locked out for a while, as one large server does with 503.
  var saysBlocked: Bool { contains("blockedtemporarily") }

  /// Whether the text, in lower case, occurs in the beginning of the body in whatever case.
  private func contains(_ text: StaticString) -> Bool {
    let wanted = text.withUTF8Buffer { unsafe Array($0) }
    let text = body.prefix(16 << 10).map(\.lowercased)
    guard text.count >= wanted.count else { return false }
    return (0...(text.count - wanted.count)).contains { text[$0...].starts(with: wanted) }
  }
}
