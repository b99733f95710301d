/// Why a request brought no answer that is of use.
enum NFSFailure: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// No answer in time.
  case timedOut
  /// The session is closed.
  case closed
  /// No connection came about; the number of the system's error, 0 if unknown.
  case unreachable(code: Int32)
  /// The connection broke, and again after one new attempt.
  case lost
  /// The remote procedure call itself was refused.
  case refused(RPCRefusal)
  /// The server's answer is an `nfsstat3` or `nfsstat4`, which share their numbers.
  case status(UInt32)
  /// The answer of the mount protocol is a `mountstat3`.
  case mount(UInt32)
  /// The answer contradicts the protocol.
  case malformed
}

/// Why a server executes no call (RFC 5531, section 9).
enum RPCRefusal: Int64, Hashable, Sendable {
  /// It does not speak the protocol.
  case programUnavailable = 1
  /// It does not speak this version of it.
  case versionMismatch = 2
  /// It does not know the call.
  case procedureUnavailable = 3
  /// It could not read the arguments.
  case garbage = 4
  /// It has a problem of its own.
  case system = 5
  /// It does not accept who we say we are, or the way in which we say it.
  case denied = 6

  /// Reads what libnfs says; `nil` for anything else that it says.
  init?(_ text: String) {
    switch text {
    case "Server responded: Program not available": self = .programUnavailable
    case "Server responded: Program version mismatch": self = .versionMismatch
    case "Server responded: Procedure not available": self = .procedureUnavailable
    case "Server responded: Garbage arguments": self = .garbage
    case "Server responded: System Error": self = .system
    case "RPC Packet not accepted by the server": self = .denied
    default: return nil
    }
  }
}

/// Numbers of `nfsstat3` (RFC 1813, section 2.6) and `nfsstat4` (RFC 7530, section 13).
enum NFSStatus {
  static let ok: UInt32 = 0
  static let noEntry: UInt32 = 2
  static let notSupported: UInt32 = 10004
  static let minorVersionMismatch: UInt32 = 10021

  /// Whether a handle is no longer good, and looking the file up again may help:
  /// `STALE`, `BADHANDLE`, `FHEXPIRED`.
  static func meansStale(_ status: UInt32) -> Bool { [70, 10001, 10014].contains(status) }
}

extension NFSFailure {
  /// Whether a handle is no longer good.
  var isStale: Bool {
    if case .status(let code) = self { NFSStatus.meansStale(code) } else { false }
  }
}
