import Foundation
import KinoTestSupport
import Testing

@testable import KinoConformance

@Suite("Proxy that makes servers fail", .serialized)
struct FaultProxyTests {
  private static let listing = "PROPFIND /r/ HTTP/1.1\r\nDepth: 1\r\nContent-Length: 0\r\n\r\n"

  private func server(_ content: String, _ fields: String = "") throws -> AnsweringServer {
    try AnsweringServer(
      "HTTP/1.1 207 x\r\nContent-Length: \(content.utf8.count)\r\n\(fields)\r\n\(content)"
    )
  }

  @Test("a fault counts once a request or an answer has felt it")
  func felt() async throws {
    let server = try server("<m><response><href>/r/</href></response></m>")
    let proxy = try server.proxy(root: "r")
    try await proxy.inject(.hostileNames)
    #expect(proxy.applied == [:])
    let answer = PlainClient.answer(to: Self.listing, from: proxy.port)
    #expect(answer?.contains("other-host.mkv") == true, "\(answer ?? "nothing")")
    #expect(proxy.applied == [.hostileNames: 1])
    await proxy.stop()
  }

  @Test(
    "a fault that no answer shows does not count: another root, or a listing that can not be read",
    arguments: [
      ("elsewhere", "<m><response><href>/r/</href></response></m>"), ("r", "\u{1F}packed"),
    ]
  )
  func unfelt(_ root: String, _ content: String) async throws {
    let server = try server(content, "Content-Encoding: gzip\r\n")
    let proxy = try server.proxy(root: root)
    try await proxy.inject(.hostileNames)
    let answer = PlainClient.answer(to: Self.listing, from: proxy.port)
    #expect(answer?.hasSuffix(content) == true, "\(answer ?? "nothing")")
    #expect(proxy.applied == [:] && proxy.traffic.requests == 1)
    await proxy.stop()
  }

  @Test("a client that takes its time behind the server's end costs no turns")
  func slowClient() async throws {
    let server = try server(String(repeating: "x", count: 1000))
    let proxy = try server.proxy()
    try await proxy.inject(.dribble)
    let client = try #require(PlainClient.connect(to: proxy.port))
    PlainClient.give("GET / HTTP/1.1\r\n\r\n", to: client)
    // The first byte comes when the server has answered, and ended.
    #expect(PlainClient.wait(for: POLLIN, on: client, milliseconds: 5000))
    try await Task.sleep(for: .milliseconds(100))
    let before = proxy.turns
    try await Task.sleep(for: .milliseconds(300))
    #expect(proxy.turns - before < 20)
    ProxySocket.end(client, reset: false)
    await proxy.stop()
  }

  @Test("nobody else gets its port, also while it refuses connections and when it begins again")
  func port() async throws {
    let server = try server("x")
    let proxy = try server.proxy()
    let number = proxy.port
    let taker = Task.detached {
      var wasTaken = false
      while !Task.isCancelled {
        if Self.takes(number) { wasTaken = true }
        await Task.yield()
      }
      return wasTaken
    }
    for _ in 0..<100 {
      try await proxy.inject(.refuse)
      #expect(PlainClient.connect(to: number) == nil)
      await proxy.endFaults()
      let client = try #require(PlainClient.connect(to: number))
      ProxySocket.end(client, reset: true)
    }
    taker.cancel()
    #expect(await taker.value == false)
    await proxy.stop()
    // A process that is being started has copies of all sockets for a moment.
    var tries = 0
    while !Self.takes(number) {
      tries += 1
      try #require(tries < 500)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Whether another program would get a port.
  private static func takes(_ port: UInt16) -> Bool {
    #if canImport(Darwin)
    let handle = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(handle) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bind(
        handle,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      ) == 0
    }
  }
}
