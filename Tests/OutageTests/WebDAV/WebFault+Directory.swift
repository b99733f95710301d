import KinoCore

extension WebFault {
  /// One directory for which the server answers this.
  private static func directory(
    _ name: String,
    _ options: String,
    _ answer: String = "",
    _ outcome: Outcome = .directoryFails,
    isHurried: Bool = false
  ) -> WebFault {
    let rules = "=== PROPFIND SHOW* depth=1 \(options)\n\(answer)"
    return WebFault("\(name), for one directory", rules, outcome, isHurried: isHurried)
  }

  private static func body(_ name: String, does options: String = "", _ text: String) -> WebFault {
    directory(name, options, "207\n\n\(text)")
  }

  /// Everything that one directory suffers from.
  static let ofDirectory: [WebFault] = [
    directory("400", "", "HTTP/1.1 400 What"),
    directory("403", "", "HTTP/1.1 403 No"),
    directory("404", "", "HTTP/1.1 404 Not Found"),
    directory("405", "", "HTTP/1.1 405 No"),
    directory("410", "", "HTTP/1.1 410 Gone"),
    directory("423", "", "HTTP/1.1 423 Locked"),
    directory("500", "", "HTTP/1.1 500 Oh"),
    directory("507", "", "HTTP/1.1 507 Full"),
    directory("a page", "", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html>Hello</html>"),
    directory(
      "another server",
      "",
      "HTTP/1.1 301 Moved\nLocation: http://elsewhere.invalid/"
    ),
    directory("closed without an answer", "silent"),
    directory("cut short", "pass cut=300"),
    directory("stalled", "pass stall=300", "", .directoryFails, isHurried: true),
    directory("ended early", "pass", "\n</D:multistatus> => "),
    directory("listed as something else", "pass", "\n/Show%20[0-9] => /Other"),
    body("nothing", ""),
    body("nothing in it", "<D:multistatus xmlns:D=\"DAV:\">\n+dir SHOW/\n</D:multistatus>"),
    body("no multistatus", "<D:other xmlns:D=\"DAV:\"/>"),
    body("an empty multistatus", "<D:multistatus xmlns:D=\"DAV:\"/>"),
    body(
      "refused inside",
      """
      <D:multistatus xmlns:D="DAV:"><D:response><D:href>SHOW</D:href>
      <D:status>HTTP/1.1 403 Forbidden</D:status></D:response></D:multistatus>
      """
    ),
    body(
      "entities",
      """
      <?xml version="1.0"?><!DOCTYPE D [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <D:multistatus xmlns:D="DAV:"><D:response><D:href>&b;</D:href></D:response></D:multistatus>
      """
    ),
    body("nesting", "<D:multistatus xmlns:D=\"DAV:\">\n*10000 <D:response>"),
    body(
      "a long text",
      does: "fill=70000",
      "<D:multistatus xmlns:D=\"DAV:\"><D:response><D:href>{fill}</D:href></D:response>"
    ),
    body(
      "a long text compressed",
      does: "fill=50000000 gzip",
      "<D:multistatus xmlns:D=\"DAV:\"><D:response><D:href>{fill}</D:href></D:response>"
    ),
    WebFault(
      "a directory of 12 files that looks empty",
      "=== PROPFIND NAMES depth=1\n207\n\n<D:multistatus xmlns:D=\"DAV:\">\n+dir NAMES\n"
        + "</D:multistatus>",
      .directoryFails
    ),
    WebFault(
      "a page to log in on, for one directory",
      "=== PROPFIND SHOW* depth=1\nHTTP/1.1 200 OK\nContent-Type: text/html\n\n"
        + "<form><input type=\"password\"></form>",
      .sourceFails(.authenticationFailed)
    ),
  ]
}
