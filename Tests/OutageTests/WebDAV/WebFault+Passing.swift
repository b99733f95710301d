extension WebFault {
  /// What the server does a few times, and then no more.
  private static func passing(_ name: String, _ options: String, _ answer: String = "") -> WebFault
  {
    WebFault(
      "\(name), a few times",
      "=== PROPFIND /* depth=1 after=5 times=3 \(options)\n\(answer)",
      .completes
    )
  }

  /// What the server writes otherwise than it should, everywhere or in one directory.
  private static func written(
    _ name: String,
    in place: String = "ROOT*",
    _ edits: String,
    _ outcome: Outcome = .completes
  ) -> WebFault {
    WebFault(name, "=== PROPFIND \(place) depth=1 pass\n\n\(edits)", outcome)
  }

  /// What passes by itself or by trying again, and what does no harm.
  static let harmless: [WebFault] = [
    passing("closed without an answer", "silent"),
    passing("reset in the body", "pass reset=300"),
    passing("cut short", "pass cut=300"),
    passing("ended early, of unknown length", "pass bare cut=300"),
    passing("500", "", "HTTP/1.1 500 Oh"),
    passing("503 with seconds", "", "HTTP/1.1 503 Oh\nRetry-After: 2"),
    passing(
      "503 with a date",
      "",
      """
      HTTP/1.1 503 Oh
      Date: Sun, 06 Nov 1994 08:49:37 GMT
      Retry-After: Sun, 06 Nov 1994 08:49:39 GMT
      """
    ),
    passing("429", "", "HTTP/1.1 429 Slow\nRetry-After: 1"),
    written("addresses on another server", "href>/ => href>https://elsewhere.invalid:81/"),
    written("directories without their slash", "/</D:href> => </D:href>"),
    written("no lengths", in: "NAMES", "<D:getcontentlength>.*?</D:getcontentlength> => "),
    written("wrong lengths", in: "NAMES", "getcontentlength>\\d => getcontentlength>1"),
    written("negative lengths", in: "NAMES", "getcontentlength>\\d => getcontentlength>-"),
    written(
      "absurd dates",
      in: "NAMES",
      "getlastmodified>[^<]* => getlastmodified>Fri, 99 Foo 0000 99:99:99"
    ),
    written("other tags", "getetag>[^<]* => getetag>W/\"other\""),
    written(
      "a way out of the folder",
      "</D:multistatus> => <D:response><D:href>ROOT../../etc/passwd.mkv</D:href><D:propstat>"
        + "<D:prop><D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>"
        + "</D:response></D:multistatus>",
      .isIncomplete
    ),
    WebFault(
      "more depth than was asked for",
      """
      === PROPFIND ROOT depth=1 pass

      </D:multistatus> => <D:response><D:href>ROOTSeries/new.mkv</D:href><D:propstat>\
      <D:prop><D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>\
      </D:response></D:multistatus>
      """,
      .completes
    ),
  ]
}
