import KinoCore
import KinoTestServers
import KinoTestTools
import KinoWebDAV
import Kinothek
import Testing

/// The fault matrix over HTTP: each fault meets a library that has content, scanned from a real
/// server; nothing may go missing, and the next good scan finds every row as it was.
@Suite("Faults on the way to a WebDAV server")
struct WebFaultTests {
  // TX-4
  @Test(
    "what the whole source suffers from fails it, and nothing changes",
    arguments: ServedTree.kinds
  )
  func source(_ kind: TestServer.Kind) async throws {
    try await survive(WebFault.ofSource, kind)
  }

  @Test("a directory that cannot be listed keeps all it had", arguments: ServedTree.kinds)
  func directory(_ kind: TestServer.Kind) async throws {
    try await survive(WebFault.ofDirectory, kind)
  }

  @Test("what passes, and what servers write oddly, loses nothing", arguments: ServedTree.kinds)
  func harmless(_ kind: TestServer.Kind) async throws {
    try await survive(WebFault.harmless, kind)
  }

  @Test("a server that refuses a login in the middle of a scan is not asked again and again")
  func notHammered() async throws {
    let library = try await ServedLibrary(.still(by: .apache))
    try library.proxy.spoil("=== PROPFIND /* depth=1 after=10\nHTTP/1.1 401 Who")
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.authenticationFailed.rawValue)
    // Those under way when the first was refused, and the look at the root and its sample before.
    #expect(try library.proxy.requestCount() <= 10 + 2 * 16 + 80)
  }

  @Test("a certificate that is no good any more fails the source", arguments: ServedTree.kinds)
  func certificates(_ kind: TestServer.Kind) async throws {
    let library = try await ServedLibrary(.still(by: kind), isSecure: true)
    for certificate in SpoilingProxy.Certificate.allCases where certificate != .good {
      try await library.survive(
        certificate.rawValue,
        { try library.proxy.show(certificate) },
        expecting: .sourceFails(.tlsFailure)
      )
    }
    let plain = "HTTP/1.1 302 Found\nLocation: \(library.served.address)"
    try await library.survive(
      "to plain HTTP",
      { try library.proxy.spoil("=== * /*\n\(plain)") },
      expecting: .sourceFails(.redirectRefused)
    )
  }

  @Test("a server that refuses connections fails the source", arguments: ServedTree.kinds)
  func refused(_ kind: TestServer.Kind) async throws {
    let library = try await ServedLibrary(.still(by: kind))
    try await library.survive(
      "refused",
      { try library.proxy.refuse() },
      expecting: .sourceFails(.unavailable)
    )
  }

  @Test("what a read brings that is not the file is no fingerprint", arguments: ServedTree.kinds)
  func wrongReads(_ kind: TestServer.Kind) async throws {
    for (name, answer) in [
      ("range ignored", "HTTP/1.1 200 OK\n\nSomething else"),
      ("another range", "HTTP/1.1 206 Part\nContent-Range: bytes 7-11/12\n\nhello"),
      ("a page", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html>Hello</html>"),
    ] {
      let library = try await ServedLibrary(.still(by: kind))
      try await library.expectNoFingerprints(from: "=== GET /*\n\(answer)", name)
    }
  }

  @Test("a read that fails for a while is made later", arguments: ServedTree.kinds)
  func failedReads(_ kind: TestServer.Kind) async throws {
    for (name, rules) in [
      ("cut short", "=== GET /* pass cut=7"),
      ("gone", "=== GET /*\nHTTP/1.1 404 Not Found"),
      ("refused", "=== GET /*\nHTTP/1.1 403 No"),
      ("without a login", "=== GET /*\nHTTP/1.1 401 No"),
    ] {
      let library = try await ServedLibrary(.still(by: kind))
      try await library.expectNoFingerprints(from: rules, name)
      // The longest wait after a first failure.
      library.clock.advance(by: .seconds(7_200))
      let report = await library.work()
      #expect(report.completed == 100, "\(name): \(report)")
    }
  }

  /// One library for all: each fault must leave it as the next one needs it.
  private func survive(_ faults: [WebFault], _ kind: TestServer.Kind) async throws {
    let library = try await ServedLibrary(.still(by: kind))
    for fault in faults {
      let rules = fault.rules(for: library.served)
      try await library.survive(
        fault.name,
        {
          library.adapter.isHurried = fault.isHurried
          try library.proxy.spoil(rules)
        },
        expecting: fault.outcome
      )
    }
  }
}

extension ServedLibrary {
  /// Works while reads are spoilt; nothing may come of it, and nothing be lost.
  fileprivate func expectNoFingerprints(from rules: String, _ name: String) async throws {
    let before = try contents()
    try proxy.spoil(rules)
    let report = await work()
    #expect(report.completed == 0, "\(name): \(report)")
    expectKept(try contents(), since: before, name)
    try proxy.heal()
    try await expectGoodScan()
    #expect(try contents().contents.present == before.contents.present, "\(name)")
  }
}
