internal import CKinoCurl

/// Runs many transfers on one thread; owns libcurl's connections.
@safe
struct CurlMulti: ~Copyable {
  /// A handle, and the transfer that it works for.
  private final class Slot {
    var handle: CurlHandle
    var transfer: Transfer
    /// Whether the handle was let in by a Digest login, which it will present by itself.
    var remembersLogin = false
    /// Whether the transfer is in its second attempt.
    var isRetry = false

    init(_ handle: consuming CurlHandle, _ transfer: Transfer) {
      self.handle = handle
      self.transfer = transfer
    }
  }

  private static let isReady = kino_curl_global_init() == CURLE_OK

  private let multi: UnsafeMutableRawPointer
  private let settings: TransferSettings
  private let cookies: CookieJar
  private var slots: [ObjectIdentifier: Slot] = [:]
  /// Slots whose handles wait for their next transfers, and remember their Digest logins.
  private var spares: [Slot] = []
  /// How many bytes of cookies came since they were forgotten last.
  private var cookieBytes = 0

  /// More cookies of one answer than that are a flood.
  private static let cookieLimit = 16 << 10
  /// As much may come before all are forgotten: servers that give everybody a new one each time do
  /// not need the old ones.
  private static let cookieSum = 1 << 20

  /// Creates an owner without transfers; the result is `nil` when there is no memory.
  init?(_ settings: TransferSettings) {
    guard Self.isReady, let cookies = CookieJar(), let multi = unsafe curl_multi_init() else {
      return nil
    }
    unsafe self.multi = multi
    self.settings = settings
    self.cookies = cookies
    let cached = max(4, settings.concurrency)
    _ = unsafe kino_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, cached)
    _ = unsafe kino_curl_multi_set_long(multi, CURLMOPT_PIPELINING, kino_curl_multiplex)
  }

  deinit { _ = unsafe curl_multi_cleanup(multi) }

  /// Whether nothing runs.
  var isIdle: Bool { slots.isEmpty }

  /// The transfers that run.
  var transfers: [Transfer] { slots.values.map(\.transfer) }

  /// What other threads end a ``wait(milliseconds:)`` with.
  var waker: CurlWaker { unsafe CurlWaker(multi) }

  /// Begins a transfer.
  ///
  /// - Returns: Whether it runs; else it has ended.
  mutating func add(_ transfer: Transfer) -> Bool {
    guard let slot = makeSlot(for: transfer) else {
      transfer.finish(.failed(code: Int32(CURLE_OUT_OF_MEMORY.rawValue), certificate: 0))
      return false
    }
    guard slot.handle.begin(transfer, settings), unsafe slot.handle.join(multi) else {
      transfer.finish(.failed(code: Int32(CURLE_FAILED_INIT.rawValue), certificate: 0))
      return false
    }
    slots[ObjectIdentifier(transfer)] = slot
    return true
  }

  /// Ends a transfer that nobody waits for; its connection is closed, or its stream reset.
  mutating func remove(_ transfer: Transfer) {
    guard let slot = slots.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
    unsafe slot.handle.leave(multi)
  }

  /// Ends all transfers as closed.
  mutating func removeAll() {
    for transfer in transfers {
      transfer.finish(.closed)
      remove(transfer)
    }
    spares = []
  }

  /// Goes on with a paused transfer.
  mutating func resume(_ transfer: Transfer) {
    slots[ObjectIdentifier(transfer)]?.handle.resume()
  }

  /// Reads and writes what is possible now, and ends the transfers that are over.
  mutating func perform() {
    var count: Int32 = 0
    _ = unsafe curl_multi_perform(multi, &count)
    while let message = unsafe curl_multi_info_read(multi, &count) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let easy = unsafe message.pointee.easy_handle
      else { continue }
      let code = unsafe message.pointee.data.result
      guard let id = unsafe CurlHandle.transferID(of: easy),
        let slot = slots.removeValue(forKey: id)
      else { continue }
      end(slot, code)
    }
  }

  /// Waits until something can be read or written, the waker is used or time is over.
  func wait(milliseconds: Int32) {
    _ = unsafe curl_multi_poll(multi, nil, 0, milliseconds, nil)
  }

  private mutating func makeSlot(for transfer: Transfer) -> Slot? {
    let request = transfer.request
    if request.isAtHome, !request.needsFreshLogin, let slot = spares.popLast() {
      slot.transfer = transfer
      slot.isRetry = false
      if slot.remembersLogin { transfer.useRememberedLogin() }
      return slot
    }
    guard let handle = CurlHandle(settings, cookies: request.isAtHome ? cookies : nil) else {
      return nil
    }
    return Slot(handle, transfer)
  }

  /// Tries once more, on a new connection, what failed on one that the server had closed meanwhile.
  ///
  /// libcurl does so itself for some of the ways in which such a connection can fail.
  private mutating func retry(_ slot: Slot, _ code: CURLcode) -> Bool {
    guard [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING].contains(code), !slot.isRetry,
      slot.handle.usedOldConnection, slot.transfer.isUnanswered
    else { return false }
    slot.isRetry = true
    slot.handle.avoidOldConnections()
    guard unsafe slot.handle.join(multi) else { return false }
    slots[ObjectIdentifier(slot.transfer)] = slot
    return true
  }

  /// Keeps the cookies few: each is looked through for every request, and for every other cookie.
  private mutating func forgetCookies(after slot: Slot) {
    guard slot.transfer.request.isAtHome else { return }
    let bytes = slot.transfer.cookieBytes
    cookieBytes += bytes
    guard bytes > Self.cookieLimit || cookieBytes > Self.cookieSum else { return }
    slot.handle.forgetCookies()
    cookieBytes = 0
  }

  private mutating func end(_ slot: Slot, _ code: CURLcode) {
    unsafe slot.handle.leave(multi)
    if retry(slot, code) { return }
    let certificate = slot.handle.certificateVerdict
    let transfer = slot.transfer
    forgetCookies(after: slot)
    // Our own callback makes a write fail when it had enough.
    if code == CURLE_OK || (code == CURLE_WRITE_ERROR && transfer.hadEnough) {
      transfer.finish(.finished)
    } else {
      let code = slot.handle.sawAlert ? CURLE_SSL_CLIENTCERT : code
      transfer.finish(.failed(code: Int32(code.rawValue), certificate: certificate))
    }
    if transfer.request.login?.scheme == .digest { slot.remembersLogin = true }
    if transfer.request.isAtHome, spares.count < settings.concurrency { spares.append(slot) }
  }
}

/// Ends the wait of a ``CurlMulti`` from any thread.
///
/// The invariant behind `@unchecked Sendable`: `curl_multi_wakeup` may be called from every thread,
/// and ``LoopInbox`` forgets the waker, under its lock, before the owner goes.
@safe
struct CurlWaker: @unchecked Sendable {
  private let multi: UnsafeMutableRawPointer

  fileprivate init(_ multi: UnsafeMutableRawPointer) { unsafe self.multi = multi }

  /// Ends the wait, or the next one if there is none now.
  func wake() { _ = unsafe curl_multi_wakeup(multi) }
}

/// The cookies of one session, in memory.
@safe
final class CookieJar {
  let share: UnsafeMutableRawPointer

  init?() {
    guard let share = unsafe curl_share_init() else { return nil }
    unsafe self.share = share
    _ = unsafe kino_curl_share_cookies(share)
  }

  /// Every handle that uses it holds it.
  deinit { _ = unsafe curl_share_cleanup(share) }
}
