import Foundation
import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoWebDAV

/// A run of one of the cases under Tests/Servers/cases.
struct Scripted {
  /// A request as the server saw it.
  struct Request: Decodable {
    let server: String
    let method: String
    let rest: String
    let fields: [String: String]
    let body: String
    /// The host that the request asks a proxy for.
    let proxied: String?
  }

  private struct Tunnel: Decodable {
    let target: String
  }

  let server: TestServer
  let name: String
  let run = String(UInt64.random(in: 0 ... .max), radix: 36)

  init(_ name: String) async throws {
    self.name = name
    server = try await Shared.scripted()
  }

  /// The root's URL on one of the servers.
  func url(_ way: String = "plain") throws -> String {
    "\(try #require(server.address(way)))/\(name)/\(run)"
  }

  /// Opens the case as a source.
  func connect(
    way: String = "plain",
    credential: SourceCredential? = nil,
    options: WebDAVOptions = WebDAVOptions(),
    deadlines: SourceConfiguration.Deadlines = .patient,
    limits: MultistatusLimits = MultistatusLimits()
  ) async throws -> any SourceSession {
    var place = SourceConfiguration.webDAV(try url(way), options: options)
    place.deadlines = deadlines
    return try await WebDAVAdapter(clock: SystemClock(), limits: limits)
      .connect(place, credential: credential)
  }

  /// Opens the case and fails at one directory of it.
  func failure(listing path: String) async throws -> SourceError? {
    let session = try await connect()
    return await KinoTestSupport.failure { try await session.listAll(.path(path)) }
  }

  /// What the server was asked for, once it was asked for so many things.
  @discardableResult
  func requests(atLeast count: Int = 0) async throws -> [Request] {
    try JSONDecoder().decode([Request].self, from: await told("\(run)/\(count)"))
  }

  /// How many encrypted connections the server has passed on as a proxy, for whomever.
  func tunnels() async throws -> Int {
    try JSONDecoder().decode([Tunnel].self, from: await told("tunnels")).count
  }

  private func told(_ what: String) async throws -> Data {
    let plain = try #require(server.address("plain"))
    let port = try #require(plain.split(separator: ":").last.flatMap { UInt16($0) })
    let target = "/_requests/\(what)"
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "kino.scripted").async {
        continuation.resume(with: Result { try PlainRequest.get(target, port: port) })
      }
    }
  }
}
