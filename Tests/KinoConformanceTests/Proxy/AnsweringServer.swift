import Foundation
import Synchronization

@testable import KinoConformance

/// A server on a port of this machine that gives one answer to whatever it is asked, and then ends the
/// connection.
final class AnsweringServer: Sendable {
  let port: UInt16
  private let isOver = Mutex(false)

  init(_ answer: String) throws {
    let bound = ProxySocket.bound(to: 0)
    guard let bound, ProxySocket.listen(bound.socket) else { throw NotRun("no socket") }
    port = bound.port
    Thread.detachNewThread { [weak self] in
      defer { ProxySocket.end(bound.socket, reset: false) }
      while self?.isOver.withLock(\.self) == false {
        guard PlainClient.wait(for: POLLIN, on: bound.socket, milliseconds: 20),
          let client = ProxySocket.accept(bound.socket)
        else { continue }
        _ = PlainClient.take(from: client, until: "\r\n\r\n")
        PlainClient.give(answer, to: client)
        ProxySocket.end(client, reset: false)
      }
    }
  }

  deinit { isOver.withLock { $0 = true } }

  /// A proxy before it.
  func proxy(root: String = "") throws -> FaultProxy {
    let names = root.split(separator: "/").map { Array($0.utf8) }
    return try FaultProxy(to: .init(host: "127.0.0.1", port: port, isPlain: true, root: names))
  }
}

/// What a client of the tests' own does.
enum PlainClient {
  /// Waits until a socket is ready.
  static func wait(for events: Int32, on socket: Int32, milliseconds: Int32) -> Bool {
    var waits = [pollfd(fd: socket, events: Int16(events), revents: 0)]
    return unsafe poll(&waits, 1, milliseconds) > 0
  }

  /// Connects to a port; `nil` when that is refused.
  static func connect(to port: UInt16) -> Int32? {
    guard let address = ProxySocket.address(of: "127.0.0.1", port: port),
      let socket = ProxySocket.connect(to: address)
    else { return nil }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard wait(for: POLLOUT, on: socket, milliseconds: 5000),
      unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0
    else {
      ProxySocket.end(socket, reset: false)
      return nil
    }
    return socket
  }

  /// Sends a text.
  static func give(_ text: String, to socket: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, wait(for: POLLOUT, on: socket, milliseconds: 5000) {
      guard case .done(let count) = ProxySocket.send(socket, rest) else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Takes what comes, until something has come or the connection has ended.
  static func take(from socket: Int32, until end: String? = nil) -> String {
    var text = ""
    var room = [UInt8](repeating: 0, count: 4096)
    while wait(for: POLLIN, on: socket, milliseconds: 5000) {
      guard case .done(let count) = ProxySocket.receive(socket, into: &room) else { break }
      text += String(decoding: room[..<count], as: UTF8.self)
      if let end, text.contains(end) { break }
    }
    return text
  }

  /// Asks for something, and takes the answer.
  static func answer(to request: String, from port: UInt16) -> String? {
    guard let socket = connect(to: port) else { return nil }
    defer { ProxySocket.end(socket, reset: false) }
    give(request, to: socket)
    return take(from: socket)
  }
}
