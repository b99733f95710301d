public import KinoCore

/// Something that goes wrong at the server, on the way, or in the file system.
///
/// A fault holds from its injection until ``ConformanceSite/endFaults()``, for every request, unless
/// it says otherwise. Each says what happens, not how: a proxy resets a connection where a fixture
/// in memory ends a call.
public enum Fault: Hashable, Sendable {
  /// Connections are refused.
  case refuse
  /// The server's name leads nowhere.
  case unresolvable
  /// Connections are accepted, and nothing is ever answered.
  case silence
  /// Answers arrive at one byte a second.
  case dribble
  /// Answers stop once their first part, the headers, has arrived.
  case stallAfterHeaders
  /// Connections that are idle now are closed, once.
  case dropIdleConnections
  /// The server is stopped and started once; its sessions, handles and cursors are gone.
  case restart
  /// The server's certificate is not acceptable.
  case badCertificate(CertificateFlaw)
  /// Credentials that were good are refused.
  case revokeCredentials
  /// Wrong credentials are not refused: the server makes them a guest who sees something.
  case guestFallback
  /// Anonymous users are refused.
  case refuseAnonymous
  /// Every request is answered with a status that nobody knows.
  case unknownStatus
  /// Every request is answered with the wish to come back later.
  case rateLimit(seconds: Int, asDate: Bool)
  /// Every request is sent elsewhere.
  case redirect(Redirection)
  /// Listings are made to exhaust whoever reads them.
  case bomb(Bomb)
  /// The connection of a listing is reset after some entries.
  case resetListing(afterEntries: Int)
  /// A listing is cut short after some entries, and the connection closed in order.
  case truncateListing(afterEntries: Int)
  /// A page of a listing, counted from 0, is answered with a failure.
  case failPage(Int)
  /// A listing's pages lead back to earlier ones.
  case cyclicPages
  /// The server lists no more than some entries, and says so.
  case capListing(Int)
  /// Listings of the root also hold names that are none: `..`, `.`, empty ones, with slashes, NUL,
  /// encoded once and twice, and of other hosts.
  case hostileNames
  /// An entry of a listing is gone when its attributes are read.
  case vanishingEntry(SourcePath)
  /// The attributes of an entry can not be read.
  case unreadableEntry(SourcePath)
  /// The server no longer says sizes and times.
  case withholdAttributes
  /// The handle of a directory is stale; after one new look-up it is good, unless it lasts.
  case staleDirectory(SourcePath, lasting: Bool)
  /// The device under a path fails.
  case deviceError(SourcePath)
  /// The user may not look into a directory, or at a file.
  case forbid(SourcePath)
  /// The server itself can not read a directory, and says so or not in its own words: unlike
  /// ``forbid(_:)`` it is never answered on the way.
  case lock(SourcePath)
  /// The directory is where another file system begins.
  case otherVolume(SourcePath)
  /// The whole file is sent whatever range was asked for.
  case ignoreRange
  /// Another range is sent than was asked for, and named as such.
  case wrongRange
  /// Half of what was announced is sent.
  case shortBody
  /// Every range is refused.
  case refuseRange
  /// Content is sent in an encoding that was not asked for.
  case encodeContent
  /// The root is gone: unmounted, no longer shared.
  case removeRoot
  /// Another, empty root is in the place of the root.
  case replaceRoot
  /// Requests about one path take this long.
  case slow(SourcePath, milliseconds: Int)

  /// What is wrong with a certificate.
  public enum CertificateFlaw: String, Hashable, Sendable, CaseIterable {
    /// Nobody who is trusted signed it.
    case untrusted
    /// It is no longer valid.
    case expired
    /// It is another host's.
    case wrongHost
  }

  /// Where requests are sent.
  public enum Redirection: String, Hashable, Sendable, CaseIterable {
    /// To another origin.
    case elsewhere
    /// From an encrypted connection to a plain one.
    case downgrade
  }

  /// What a listing is made of to exhaust its reader.
  public enum Bomb: String, Hashable, Sendable, CaseIterable {
    /// Entities that stand for entities.
    case entities
    /// Elements inside each other, ten thousand deep.
    case nesting
    /// A text without end.
    case text
    /// A little that unpacks to very much.
    case compression
  }

  /// The name of the fault without its details.
  public var name: String {
    let text = "\(self)"
    return String(text.prefix { $0 != "(" })
  }
}
