import KinoCore

/// Finds the root of a source, and learns what its server is like.
struct RootProbe: Sendable {
  let client: WebDAVClient
  let limits: MultistatusLimits

  /// What was found.
  struct Root: Sendable {
    let place: RootPlace
    let traits: ServerTraits
  }

  /// Looks for the root.
  ///
  /// The address by which the server calls it is learnt from its answer about nothing but the root,
  /// where it can not be mistaken. Where the root was moved on its server, it is used from there.
  func find(_ address: WebAddress, within duration: Duration) async throws(SourceError) -> Root {
    let deadline = ContinuousClock.now + duration
    var answer = try await askFirst(address, until: deadline)
    if client.hasUnaskedCredential {
      client.presentCredential()
      answer = try await ask(address, .usual, until: deadline)
    }
    guard answer.facts.kind != .file, answer.address.origin == address.origin,
      let serverPath = HrefResolver.segments(of: answer.facts.href)
    else { throw SourceError(.sourceMissing, path: .root) }
    var root = answer.address
    root.target = Array(root.path)
    if root.target.last != UInt8(ascii: "/") { root.target.append(UInt8(ascii: "/")) }
    let place = RootPlace(address: root, serverPath: serverPath)
    var traits = ServerTraits(hasTags: answer.facts.knowsTags)
    if Self.mayHaveFileIDs(answer) {
      let withID = try? await ask(root, .withFileIDs, until: deadline)
      traits.hasFileIDs = withID?.facts.properties.fileID != nil
    }
    return Root(place: place, traits: traits)
  }

  /// Asks once more without the slash where that may be what the server minds.
  private func askFirst(
    _ address: WebAddress,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> ResourceQuery.Answer {
    do throws(SourceError) {
      return try await ask(address, .usual, until: deadline)
    } catch {
      guard error.mayComeFromSlash, address.target.count > 1 else { throw error }
      var bare = address
      bare.target.removeLast()
      guard let answer = try? await ask(bare, .usual, until: deadline) else { throw error }
      return answer
    }
  }

  private func ask(
    _ address: WebAddress,
    _ properties: PropertyQuery,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> ResourceQuery.Answer {
    try await ResourceQuery(client: client, limits: limits).ask(
      address,
      properties,
      named: nil,
      at: .root,
      scope: .root,
      until: deadline
    )
  }

  /// Whether it is an ownCloud or Nextcloud: others may stumble over properties that they do not
  /// know.
  private static func mayHaveFileIDs(_ answer: ResourceQuery.Answer) -> Bool {
    if answer.address.path.split(separator: UInt8(ascii: "/")).contains(where: {
      $0.elementsEqual("remote.php".utf8)
    }) {
      return true
    }
    return answer.head.all(.dav).contains { line in
      line.split { $0 == UInt8(ascii: ",") || $0.isWhitespace }
        .contains { $0.prefix(9).matches("nextcloud") || $0.prefix(3).matches("oc-") }
    }
  }
}
