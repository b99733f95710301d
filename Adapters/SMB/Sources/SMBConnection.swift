internal import CKinoSMB
internal import KinoBlocking
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A connection to a server.
///
/// The invariant behind `@unchecked Sendable`: the functions behind it let one call at a time in, and
/// it is freed when nobody has it any more.
@safe
final class SMBConnection: @unchecked Sendable {
  private let raw: OpaquePointer
  /// What is cut together with this.
  private let companion = Mutex<SMBConnection?>(nil)

  /// Takes down connections, which waits for whatever connects at that time.
  private static let undertaker = BlockingPool(name: "kino-smb-end", threadLimit: 1)

  /// Prepares a connection; the result is `nil` without memory.
  init?(to place: SMBPlace, as login: SMBLogin, timeout: Duration, isAlone: Bool) {
    let options = login.options
    let made = unsafe place.host.withCString { host in
      unsafe login.user.withCString { user in
        unsafe login.domain.withCString { domain in
          unsafe login.password.withCString { password in
            unsafe options.oldest.name.withCString { oldest in
              unsafe options.newest.name.withCString { newest in
                var settings = unsafe kino_smb_settings(
                  host: host,
                  user: user,
                  domain: domain,
                  password: password,
                  oldest_protocol: oldest,
                  newest_protocol: newest,
                  encrypts: options.requiresEncryption,
                  is_alone: isAlone,
                  timeout_ms: timeout.milliseconds(atLeast: 1000),
                  port: place.port
                )
                return unsafe kino_smb_new(&settings)
              }
            }
          }
        }
      }
    }
    guard let made = unsafe made else { return nil }
    unsafe raw = made
  }

  deinit {
    let body = unsafe Remains(raw: raw)
    // What is still to be said to the server could wait for its answer.
    unsafe kino_smb_cut(raw)
    Task { try? await SMBConnection.undertaker.run { body.bury() } }
  }

  /// Ends what the connection waits for, and every later call on it; never blocks.
  func cut() {
    unsafe kino_smb_cut(raw)
    companion.withLock { $0 }?.cut()
  }

  /// Has another connection cut with this one, as long as something is done with it.
  func lending(
    to other: SMBConnection,
    _ body: () throws(SMBFailure) -> Void
  ) throws(SMBFailure) {
    companion.withLock { $0 = other }
    defer { companion.withLock { $0 = nil } }
    // It may have been too early for a cut to find the other one.
    if isLost { other.cut() }
    try body()
  }

  /// Whether this is no longer the connection that was made.
  var isLost: Bool { unsafe kino_smb_is_lost(raw) }

  /// Whether a server has let it in, to some share.
  var wasLetIn: Bool { unsafe kino_smb_was_let_in(raw) }

  /// Asks whether the host takes connections; holds up nothing else.
  func probe(within timeout: Duration) throws(SMBFailure) {
    try check(unsafe kino_smb_probe(raw, timeout.milliseconds(atLeast: 1)))
  }

  /// Connects, and looks at a place.
  func connect(to url: SMBURL) throws(SMBFailure) {
    var facts = kino_smb_facts()
    try check(unsafe kino_smb_connect(raw, url.characters, &facts))
  }

  func look(at url: SMBURL) throws(SMBFailure) -> SMBFacts {
    var facts = kino_smb_facts()
    try check(unsafe kino_smb_look(raw, url.characters, &facts))
    return SMBFacts(facts)
  }

  /// Reads a whole directory.
  func list(_ url: SMBURL) throws(SMBFailure) -> SMBListing {
    var listing = unsafe kino_smb_listing()
    var distributes = false
    try check(unsafe kino_smb_list(raw, url.characters, &listing, &distributes))
    return unsafe SMBListing(listing, distributes: distributes)
  }

  func open(_ url: SMBURL) throws(SMBFailure) -> SMBHandle {
    var file: OpaquePointer?
    try check(unsafe kino_smb_open(raw, url.characters, &file))
    guard let file = unsafe file else { throw SMBFailure(code: -1) }
    return unsafe SMBHandle(raw: file)
  }

  func look(at file: SMBHandle) throws(SMBFailure) -> SMBFacts {
    var facts = kino_smb_facts()
    try check(unsafe kino_smb_look_at(raw, file.raw, &facts))
    return SMBFacts(facts)
  }

  /// Reads exactly `count` bytes, or fewer at the end of the file.
  func read(_ file: SMBHandle, at offset: Int64, count: Int) throws(SMBFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = min(count - bytes.count, Self.largestRead)
      let start = offset + Int64(bytes.count)
      var code: Int32 = 0
      let part = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        guard let address = buffer.baseAddress else { return }
        unsafe code = kino_smb_read(raw, file.raw, start, address, wanted, &filled)
        if code != 0 { filled = 0 }
      }
      try check(code)
      bytes = bytes.isEmpty ? part : bytes + part
      if part.count < wanted { break }
    }
    return bytes
  }

  /// Watches a directory with all that is below it, until `told` says `false`.
  ///
  /// - Parameters:
  ///   - url: The directory.
  ///   - step: How often it is said that nothing has changed.
  ///   - told: Told of the path of each change, in the protocol's form; `nil` for none.
  /// - Throws: ``SMBFailure`` when the watch ended by itself.
  func watch(
    _ url: SMBURL,
    step: Duration,
    _ told: @escaping ([UInt8]?) -> Bool
  ) throws(SMBFailure) {
    let listener = Listener(told)
    let code = withExtendedLifetime(listener) {
      unsafe kino_smb_watch(
        raw,
        url.characters,
        step.milliseconds(atLeast: 1),
        tellListener,
        Unmanaged.passUnretained(listener).toOpaque()
      )
    }
    try check(code)
  }

  func close(_ file: SMBHandle) { unsafe kino_smb_close(raw, file.raw) }

  private static let largestRead = 8 << 20

  private func check(_ code: Int32) throws(SMBFailure) {
    guard code == 0 else { throw SMBFailure(code: code) }
  }
}

/// Who is told of changes during one call, on its thread.
private final class Listener {
  let told: ([UInt8]?) -> Bool

  init(_ told: @escaping ([UInt8]?) -> Bool) { self.told = told }
}

private func tellListener(_ state: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?) -> Bool
{
  guard let state = unsafe state else { return false }
  let listener = unsafe Unmanaged<Listener>.fromOpaque(state).takeUnretainedValue()
  guard let path = unsafe path else { return listener.told(nil) }
  return unsafe listener.told(
    [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path)))
  )
}

/// An open file of a connection.
///
/// The invariant behind `@unchecked Sendable`: it is only handed to the calls of its connection,
/// which lets one in at a time.
@safe
struct SMBHandle: @unchecked Sendable {
  fileprivate let raw: OpaquePointer
}

/// What is left of a connection that nobody has any more.
///
/// The invariant behind `@unchecked Sendable`: it is made in the connection's `deinit`, so that
/// whoever buries it is the only one who has the pointer.
@safe
private struct Remains: @unchecked Sendable {
  let raw: OpaquePointer

  func bury() { unsafe kino_smb_free(raw) }
}

extension SMBOptions.Version {
  /// What Samba calls it.
  fileprivate var name: String {
    switch self {
    case .v2_0_2: "SMB2_02"
    case .v2_1: "SMB2_10"
    case .v3_0: "SMB3_00"
    case .v3_0_2: "SMB3_02"
    case .v3_1_1: "SMB3_11"
    }
  }
}

extension Duration {
  fileprivate func milliseconds(atLeast least: Int32) -> Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return max(least, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }
}
