internal import KinoBlocking

/// The thread on which all transfers of one session run.
///
/// libcurl's handles belong to that thread alone. Dropping the last reference ends it, and with it
/// every connection.
final class TransferLoop: Sendable {
  private let inbox = LoopInbox()

  /// Starts the thread; without one every transfer ends as closed.
  init(_ settings: TransferSettings) {
    let inbox = inbox
    if !NamedThread.start(named: "kino-webdav", { Self.run(settings, inbox) }) { inbox.close() }
  }

  deinit { stop() }

  /// Starts a request.
  func start(_ request: TransferRequest, until deadline: ContinuousClock.Instant) -> Transfer {
    let transfer = Transfer(request, inbox: inbox, deadline: deadline)
    inbox.post(.start(transfer))
    return transfer
  }

  /// Ends all transfers and the thread.
  func stop() {
    inbox.post(.stop)
  }

  private static func run(_ settings: TransferSettings, _ inbox: LoopInbox) {
    guard var curl = CurlMulti(settings) else { return inbox.close() }
    inbox.open(curl.waker)
    serve(&curl, inbox)
    inbox.close()
    curl.removeAll()
  }

  /// How often transfers are looked at whose deadline moved meanwhile.
  private static let longestWait = Duration.milliseconds(250)
  /// How far apart looks are at least, as each costs a lock per transfer.
  private static let shortestWait = Duration.milliseconds(10)

  private static func serve(_ curl: inout CurlMulti, _ inbox: LoopInbox) {
    var nextLook = ContinuousClock.now
    while true {
      var isStopping = false
      for command in inbox.take() {
        switch command {
        case .start(let transfer):
          if curl.add(transfer) { nextLook = min(nextLook, transfer.deadline) }
        case .remove(let transfer): curl.remove(transfer)
        case .resume(let transfer): curl.resume(transfer)
        case .stop: isStopping = true
        }
      }
      // Not before what came after: transfers that begin late are ended like all others.
      if isStopping { return }
      curl.perform()
      let now = ContinuousClock.now
      if now >= nextLook { nextLook = look(at: &curl, now) }
      let wait = curl.isIdle ? .seconds(3600) : max(.zero, nextLook - now)
      // Rounded up: to wake up just before a deadline would be to turn in circles.
      curl.wait(milliseconds: Int32(clamping: Int(wait / .milliseconds(1)) + 1))
    }
  }

  /// Ends transfers whose time is over; returns when to look again.
  private static func look(
    at curl: inout CurlMulti,
    _ now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    var next = now + longestWait
    for transfer in curl.transfers {
      if transfer.expire(at: now) {
        curl.remove(transfer)
      } else {
        next = min(next, max(transfer.deadline, now + shortestWait))
      }
    }
    return next
  }
}
