import KinoCore

/// What goes wrong now with requests on their way to a server, and with its answers.
struct FaultPlan: Sendable {
  /// What becomes of a request.
  enum Verdict: Sendable {
    /// It goes on to the server, after a while.
    case forward(HTTPHead, Treatment, delay: Duration)
    /// The proxy answers itself.
    case answer(ProxyAnswer)
    /// Nobody ever answers.
    case swallow
  }

  /// What becomes of the server's answer.
  enum Treatment: Sendable {
    /// It goes on as it comes.
    case untouched
    /// Its head goes on, and nothing else.
    case headOnly
    /// It goes on changed, once it is whole.
    case changed(Fault)
  }

  /// The faults in force, the latest last.
  var faults: [Fault] = []
  /// The names in the path of the site's root.
  let root: [[UInt8]]
  /// The authority of the other origin that the proxy listens as.
  let elsewhere: String

  /// The fault that holds for all bytes, whatever they say.
  func has(_ fault: Fault) -> Bool { faults.contains(fault) }

  /// What becomes of a request: of the faults that are about it the latest decides.
  ///
  /// - Returns: That, and the fault by which it is so; `nil` for none.
  func verdict(on request: HTTPHead, now: Timestamp) -> (verdict: Verdict, fault: Fault?) {
    for fault in faults.reversed() {
      if let verdict = self.verdict(of: fault, on: request, now: now) { return (verdict, fault) }
    }
    return (.forward(request, .untouched, delay: .zero), nil)
  }

  private func verdict(of fault: Fault, on request: HTTPHead, now: Timestamp) -> Verdict? {
    switch fault {
    case .silence: return .swallow
    case .stallAfterHeaders: return .forward(request, .headOnly, delay: .zero)
    case .revokeCredentials: return .answer(.loginRefused(request))
    case .refuseAnonymous where request["Authorization"] == nil:
      return .answer(.loginRefused(request))
    case .unknownStatus: return .answer(ProxyAnswer(status: "577 Nobody Knows"))
    case .rateLimit(let seconds, let asDate):
      return .answer(.rateLimited(seconds, asDate: asDate, now: now))
    case .redirect(.elsewhere):
      let place = "http://\(elsewhere)\(request.target)"
      return .answer(ProxyAnswer(status: "302 Found", [("Location", place)]))
    case .deviceError(let path) where isAt(path, request):
      return .answer(ProxyAnswer(status: "500 Internal Server Error"))
    case .forbid(let path) where isAt(path, request):
      return .answer(ProxyAnswer(status: "403 Forbidden"))
    case .slow(let path, let milliseconds) where names(of: request) == names(of: path):
      return .forward(request, .untouched, delay: .milliseconds(milliseconds))
    case .withholdAttributes where request.method == "PROPFIND":
      return .forward(request.unpacked, .changed(fault), delay: .zero)
    default:
      return request.method == "GET"
        ? readVerdict(of: fault, on: request) : listingVerdict(of: fault, on: request)
    }
  }

  private func readVerdict(of fault: Fault, on request: HTTPHead) -> Verdict? {
    var changed = request
    switch fault {
    case .ignoreRange where request["Range"] != nil: changed["Range"] = nil
    case .wrongRange where request["Range"] != nil:
      changed["Range"] = request["Range"].map(Self.shifted)
    case .refuseRange where request["Range"] != nil:
      return .answer(ProxyAnswer(status: "416 Range Not Satisfiable"))
    case .shortBody, .encodeContent:
      return .forward(request.unpacked, .changed(fault), delay: .zero)
    default: return nil
    }
    return .forward(changed, .untouched, delay: .zero)
  }

  private func listingVerdict(of fault: Fault, on request: HTTPHead) -> Verdict? {
    guard request.isListing else { return nil }
    let directory = names(of: request)
    switch fault {
    case .bomb(let bomb): return .answer(.bomb(bomb))
    case .failPage(request.page):
      return .answer(ProxyAnswer(status: "500 Internal Server Error"))
    case .resetListing, .truncateListing, .capListing, .failPage, .cyclicPages: break
    case .hostileNames where directory == root: break
    case .vanishingEntry(let path) where names(of: path).dropLast() == directory[...]: break
    case .unreadableEntry(let path) where names(of: path).dropLast() == directory[...]: break
    default: return nil
    }
    var whole = request.unpacked
    whole.target = request.path
    return .forward(whole, .changed(fault), delay: .zero)
  }

  /// The names in the path of a place in the site.
  func names(of path: SourcePath) -> [[UInt8]] { root + path.components.map(\.bytes) }

  private func names(of request: HTTPHead) -> [[UInt8]] { HTTPPath.names(in: request.target) }

  private func isAt(_ path: SourcePath, _ request: HTTPHead) -> Bool {
    names(of: request).starts(with: names(of: path))
  }

  /// `bytes=5-9` a hundred bytes further on.
  private static func shifted(_ range: String) -> String {
    let bounds = range.drop { $0 != "=" }.dropFirst().split(separator: "-")
    return "bytes=" + bounds.map { Int($0).map { String($0 + 100) } ?? "" }.joined(separator: "-")
      + (bounds.count < 2 ? "-" : "")
  }
}

extension HTTPHead {
  /// Whether it asks for the members of a directory.
  var isListing: Bool { method == "PROPFIND" && self["Depth"] != "0" }

  /// The target without its query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Which of the pages that the proxy makes of a listing is asked for.
  var page: Int {
    let query = target.split(separator: "?").dropFirst().first
    let number = query?.split(separator: "=").last.flatMap { Int($0) } ?? 0
    // The address may as well be one that the server made up.
    return min(max(0, number), 1_000_000)
  }

  /// The same request for an answer that is not packed, so that it can be changed.
  var unpacked: HTTPHead {
    var head = self
    head["Accept-Encoding"] = nil
    return head
  }
}
