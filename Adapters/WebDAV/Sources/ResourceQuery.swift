import KinoCore

/// Asks a server about one resource.
struct ResourceQuery: Sendable {
  let client: WebDAVClient
  let limits: MultistatusLimits

  /// One resource as the server describes it.
  struct Answer {
    let facts: ResourceFacts
    let head: ResponseHead
    let address: WebAddress
  }

  /// Asks for the properties of one resource.
  ///
  /// - Parameters:
  ///   - address: The resource.
  ///   - properties: What to ask for.
  ///   - serverPath: The path by which the server must call it; `nil` for any.
  ///   - path: What errors name.
  ///   - scope: How far a failure reaches that is not the whole server's.
  ///   - deadline: When to give up.
  /// - Returns: What the server says about it; an answer that goes on and on is `tooLarge`.
  /// - Throws: ``KinoCore/SourceError``
  func ask(
    _ address: WebAddress,
    _ properties: PropertyQuery,
    named serverPath: [[UInt8]]?,
    at path: SourcePath,
    scope: SourceError.Scope,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Answer {
    let reply = try await client.send(
      .propfind(depth: 0, properties),
      to: address,
      at: path,
      scope: scope,
      until: deadline
    )
    let head = reply.head
    var found: ResourceFacts?
    let stream = MultistatusStream(
      reply,
      limits: limits.ofOneResource,
      at: path,
      scope: scope
    ) { facts in
      // A server that answers for the members as well is only asked about the resource itself.
      let name = HrefResolver.segments(of: facts.href)
      guard found == nil, let name, serverPath == nil || name == serverPath else { return }
      found = copy facts
    }
    while try await stream.advance(until: deadline) {}
    guard let found else { throw SourceError(.protocolViolation, scope: scope, path: path) }
    if let status = found.refusal {
      throw SourceError(refusal: status, at: path, scope: scope)
    }
    return Answer(facts: found, head: head, address: reply.address)
  }
}
