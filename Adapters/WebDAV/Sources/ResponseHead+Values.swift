import KinoCore

extension ResponseHead {
  /// How long the server wants to be left alone (RFC 9110, section 10.2.3); at most a week.
  ///
  /// A date is compared with the server's own clock where it told the time, as ours may differ.
  func retryAfter(now: Timestamp) -> Duration? {
    guard let value = self[.retryAfter] else { return nil }
    if value.allSatisfy({ (48...57).contains($0) }), !value.isEmpty {
      return min(.seconds(Int64(ascii: value) ?? .max / 2), Self.longestWait)
    }
    guard let date = HTTPDate.parse(value) else { return nil }
    let serverTime = self[.date].flatMap { HTTPDate.parse($0) } ?? now
    return min(max(date.since(serverTime), .zero), Self.longestWait)
  }

  private static var longestWait: Duration { .seconds(7 * 86_400) }

  /// The ways to log in that the server offers, of those that are known here.
  var challenges: Set<LoginScheme> {
    var schemes: Set<LoginScheme> = []
    for line in all(.authenticate) {
      for part in line.splitOutsideQuotes(at: UInt8(ascii: ",")) {
        let words = part.trimmed.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let name = words.first, !name.contains(UInt8(ascii: "=")) else { continue }
        if name.matches("basic") { schemes.insert(.basic) }
        if name.matches("digest") { schemes.insert(.digest) }
        if name.matches("bearer") { schemes.insert(.bearer) }
      }
    }
    return schemes
  }

  /// Whether a Digest login is only too old (RFC 7616, section 3.3).
  var saysStale: Bool {
    all(.authenticate).contains { line in
      line.splitOutsideQuotes(at: UInt8(ascii: ",")).contains { part in
        part.filter { !$0.isWhitespace && $0 != 0x22 }.matches("stale=true")
      }
    }
  }

  /// Whether the body is a web page, which is what login forms and captive portals send.
  var isWebPage: Bool {
    guard let type = self[.contentType] else { return false }
    let name = type.prefix { $0 != UInt8(ascii: ";") }.trimmed
    return name.matches("text/html") || name.matches("application/xhtml+xml")
  }

  /// Whether the body is something else than the file's own bytes.
  var isEncoded: Bool {
    guard let encoding = self[.contentEncoding] else { return false }
    return !encoding.isEmpty && !encoding.matches("identity")
  }
}

/// A way to log in (RFC 7617, 7616, 6750).
enum LoginScheme: String, Hashable, Sendable {
  case basic
  case digest
  case bearer
}

/// Which part of a file an answer holds, as `Content-Range` says (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
  /// The first and last byte; `nil` where the server only tells the size.
  var bounds: ClosedRange<Int64>?
  /// The size of the whole file, if it is known.
  var size: Int64?

  /// Reads `bytes 0-99/1000`, `bytes 0-99/*` or `bytes */1000`.
  init?(_ value: [UInt8]) {
    let words = value.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0].matches("bytes") else { return nil }
    let parts = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let star = Array("*".utf8)
    if parts[1].trimmed != star[...] {
      guard let size = Int64(ascii: parts[1].trimmed) else { return nil }
      self.size = size
    }
    guard parts[0].trimmed != star[...] else { return }
    let ends = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(ascii: ends[0].trimmed),
      let last = Int64(ascii: ends[1].trimmed), first <= last, last < size ?? .max
    else { return nil }
    bounds = first...last
  }
}

extension [UInt8] {
  fileprivate func splitOutsideQuotes(at separator: UInt8) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    return split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }
  }
}
