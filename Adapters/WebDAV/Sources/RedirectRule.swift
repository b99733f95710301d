/// What to do when a server answers that something is elsewhere.
///
/// libcurl never follows by itself: of a PROPFIND it would drop the body, and it takes a hop to
/// another port for a hop to the same server.
enum RedirectRule: Hashable {
  /// Ask there, with the credential and the cookies only if `carriesSecrets`.
  case follow(WebAddress, carriesSecrets: Bool)
  /// Ask nowhere else.
  case refuse

  /// The most hops of one request.
  static let hopLimit = 5

  /// Decides about one hop.
  ///
  /// A listing stays on its server: what another one lists is another source. A read may go where
  /// the server keeps its files, without secrets, which once left behind do not come back. Nothing
  /// goes from an encrypted connection to a plain one.
  ///
  /// - Parameters:
  ///   - head: An answer for which ``isRedirect(_:)`` holds.
  ///   - address: Where the answer came from.
  ///   - isRead: Whether the request reads a file, rather than asking about it.
  ///   - carriesSecrets: Whether the request had the secrets.
  init(_ head: ResponseHead, from address: WebAddress, isRead: Bool, carriesSecrets: Bool) {
    guard let location = head[.location], isRead || head.status != 303,
      let next = address.resolving(location[...])
    else {
      self = .refuse
      return
    }
    if next.origin == address.origin {
      self = .follow(next, carriesSecrets: carriesSecrets)
    } else if isRead, address.origin.scheme == .http || next.origin.scheme == .https {
      self = .follow(next, carriesSecrets: false)
    } else {
      self = .refuse
    }
  }

  /// Whether a status sends the client elsewhere.
  static func isRedirect(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status)
  }
}
