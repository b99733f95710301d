import KinoCore

/// An answer that the proxy gives in the server's place.
struct ProxyAnswer: Sendable {
  /// What happens to the connection behind it.
  enum Ending: Sendable {
    case staysOpen, isClosed, isReset
  }

  var head: HTTPHead
  var content: Payload
  var ending = Ending.staysOpen

  /// An answer with a length.
  init(_ head: HTTPHead, _ content: [UInt8]) {
    self.head = head
    self.head["Transfer-Encoding"] = nil
    self.head["Content-Length"] = String(content.count)
    self.content = Payload(content)
  }

  /// An answer with nothing but its head.
  init(status: String, _ fields: [(name: String, value: String)] = []) {
    self.init(HTTPHead("HTTP/1.1 \(status)", fields), [])
  }

  /// An answer that ends with its connection, so that only what it says tells whether it is whole.
  static func endingWithConnection(_ head: HTTPHead, _ content: Payload) -> ProxyAnswer {
    var answer = ProxyAnswer(head, [])
    answer.head["Content-Length"] = nil
    answer.head["Connection"] = "close"
    answer.content = content
    answer.ending = .isClosed
    return answer
  }

  /// An answer whose connection is ended before all has come that was announced.
  static func cutShort(_ head: HTTPHead, _ content: [UInt8], after count: Int, reset: Bool)
    -> ProxyAnswer
  {
    var answer = ProxyAnswer(head, content)
    answer.content = Payload(Array(content.prefix(count)))
    answer.ending = reset ? .isReset : .isClosed
    return answer
  }
}

extension ProxyAnswer {
  /// A listing that is made to exhaust its reader.
  static func bomb(_ bomb: Fault.Bomb) -> ProxyAnswer {
    var head = HTTPHead("HTTP/1.1 207 Multi-Status", [("Content-Type", "application/xml")])
    let prolog = #"<?xml version="1.0"?>"#
    let start = #"<multistatus xmlns="DAV:"><response>"#
    var content = Payload()
    switch bomb {
    case .entities:
      let entities = (1...9).map { level in
        "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
      }
      let type = #"<!DOCTYPE multistatus [<!ENTITY e0 "lol">"# + entities.joined() + "]>"
      let end = "<href>/&e9;</href></response></multistatus>"
      content.append(Array((prolog + type + start + end).utf8))
    case .nesting:
      content.append(Array((prolog + start).utf8))
      content.append(Array("<nested>".utf8), times: 10_000)
    case .text:
      content.append(Array((prolog + start + "<href>/").utf8))
      content.append([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16), times: 1 << 14)
    case .compression:
      head["Content-Encoding"] = "gzip"
      let text = Array((prolog + start + "<href>/").utf8)
      content = Gzip.bomb(after: text, of: UInt8(ascii: "a"), blocks: 1 << 19)
    }
    return .endingWithConnection(head, content)
  }

  /// A refusal of whatever login a request has.
  static func loginRefused(_ request: HTTPHead) -> ProxyAnswer {
    let isDigest = request["Authorization"]?.hasPrefix("Digest") == true
    let challenge =
      isDigest
      ? #"Digest realm="kino", qop="auth", nonce="kino", algorithm=MD5"# : #"Basic realm="kino""#
    return ProxyAnswer(status: "401 Unauthorized", [("WWW-Authenticate", challenge)])
  }

  /// The wish to come back later: 429 with a number of seconds, or 503 with a date.
  static func rateLimited(_ seconds: Int, asDate: Bool, now: Timestamp) -> ProxyAnswer {
    let date = ("Date", now.httpDate)
    guard asDate else {
      return ProxyAnswer(
        status: "429 Too Many Requests",
        [date, ("Retry-After", String(seconds))]
      )
    }
    let then = Timestamp(milliseconds: now.milliseconds + Int64(seconds) * 1000)
    return ProxyAnswer(status: "503 Service Unavailable", [date, ("Retry-After", then.httpDate)])
  }
}

extension Timestamp {
  /// The moment as HTTP writes it (RFC 9110, section 5.6.7).
  fileprivate var httpDate: String {
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let seconds = Int(milliseconds / 1000)
    let (day, time) = (seconds / 86_400, seconds % 86_400)
    // Years that begin in March, in eras of 400 years, from 0000-03-01 on.
    let shifted = day + 719_468
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 2 : marchMonth - 10
    let year = yearOfEra + shifted / 146_097 * 400 + (month < 2 ? 1 : 0)
    let date = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
    return "\(days[day % 7]), \(two(date)) \(months[month]) \(year) \(clock) GMT"
  }
}
