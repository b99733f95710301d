import KinoCore

extension WebFault {
  private static let page = """
    HTTP/1.1 200 OK
    Content-Type: text/html

    """
  private static let loginPage = """
    \(page)
    <html><form action="/login"><input type="password"></form></html>
    """

  /// A source whose server does this for everything from the middle of the listings on.
  private static func middle(
    _ name: String,
    does options: String = "",
    says answer: String = "",
    _ outcome: Outcome,
    isHurried: Bool = false
  ) -> WebFault {
    let rules = "=== PROPFIND /* depth=1 after=10 \(options)\n\(answer)"
    return WebFault("\(name), from the middle on", rules, outcome, isHurried: isHurried)
  }

  /// A source whose server does this at once.
  private static func always(_ name: String, _ answer: String, _ outcome: Outcome) -> WebFault {
    WebFault("\(name), at once", "=== * /*\n\(answer)", outcome)
  }

  /// Everything that the whole source suffers from.
  static let ofSource: [WebFault] = [
    middle("closed without an answer", does: "silent", .sourceFails(.unavailable)),
    middle("connections refused", does: "refuse", .sourceFails(.unavailable)),
    middle("reset in the body", does: "pass reset=300", .sourceFails(.unavailable)),
    middle("cut short", does: "pass cut=300", .sourceFails(.unavailable)),
    middle(
      "ended early, of unknown length",
      does: "pass bare cut=300",
      .sourceFails(.protocolViolation)
    ),
    middle("stalled", does: "pass stall=300", .sourceFails(.timedOut), isHurried: true),
    middle("frozen", does: "hang", .sourceFails(.timedOut), isHurried: true),
    middle("dribbled", does: "pass dribble=20", .sourceFails(.timedOut), isHurried: true),
    middle("a page to log in on", says: loginPage, .sourceFails(.authenticationFailed)),
    middle("401", says: "HTTP/1.1 401 Who", .sourceFails(.authenticationFailed)),
    middle("500", says: "HTTP/1.1 500 Oh", .sourceFails(.unavailable)),
    middle("502", says: "HTTP/1.1 502 Oh", .sourceFails(.unavailable)),
    middle("503", says: "HTTP/1.1 503 Oh", .sourceFails(.unavailable)),
    middle("504", says: "HTTP/1.1 504 Oh", .sourceFails(.unavailable)),
    middle("disk full", says: "HTTP/1.1 507 Full", .sourceFails(.unavailable)),
    middle(
      "503 with Retry-After",
      says: "HTTP/1.1 503 Oh\nRetry-After: 1",
      .sourceFails(.rateLimited)
    ),
    always("a page to log in on", loginPage, .sourceFails(.authenticationFailed)),
    always("another page", "\(page)\n<html>Welcome</html>", .sourceFails(.protocolViolation)),
    always("401", "HTTP/1.1 401 Who", .sourceFails(.authenticationFailed)),
    always("403", "HTTP/1.1 403 No", .sourceFails(.permissionDenied)),
    always("404", "HTTP/1.1 404 Not Found", .sourceFails(.sourceMissing)),
    always("410", "HTTP/1.1 410 Gone", .sourceFails(.sourceMissing)),
    always("405", "HTTP/1.1 405 No", .sourceFails(.unsupported)),
    always("500", "HTTP/1.1 500 Oh", .sourceFails(.unavailable)),
    always(
      "sent to another server",
      "HTTP/1.1 302 Found\nLocation: http://portal.invalid/login",
      .sourceFails(.redirectRefused)
    ),
    always(
      "sent in circles",
      "HTTP/1.1 302 Found\nLocation: ROOT",
      .sourceFails(.redirectRefused)
    ),
    WebFault(
      "404 for everything, from the middle on",
      "=== PROPFIND /* after=80\nHTTP/1.1 404 Not Found",
      .sourceFails(.sourceMissing)
    ),
    WebFault(
      "404 for everything after 429",
      """
      === PROPFIND /* depth=1 after=10 times=2
      HTTP/1.1 429 Slow
      === PROPFIND /* depth=1 after=10
      HTTP/1.1 404 Not Found
      """,
      .sourceFails(.rateLimited)
    ),
  ]
}
