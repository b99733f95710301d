/// Version 4 of the protocol, in its minor version 0 (RFC 7530).
///
/// A look-up by path and what is asked about the result travel together. Reading goes without
/// opening, so that there are no leases to renew and no client names to tell apart.
struct NFSVersion4: NFSDialect {
  let loop: RPCLoop
  let link: RPCLink

  /// Some servers take no more than 16 steps at once.
  private static let namesAtOnce = 10

  func findRoot(
    _ names: [[UInt8]],
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FoundRoot {
    let start = try await approach(names, from: .root, until: deadline)
    let answer = try await ask(start + [.getHandle, .attributes(.root)], until: deadline)
    guard let handle = answer.handle, let values = answer.values else { throw .malformed }
    return FoundRoot(
      node: Node(handle: handle, facts: values.facts),
      traits: ServerTraits(readLimit: values.readLimit, ignoresCase: values.ignoresCase)
    )
  }

  func find(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Node {
    let start = try await approach(names, from: .handle(directory), until: deadline)
    let answer = try await ask(start + [.getHandle, .attributes(.facts)], until: deadline)
    guard let handle = answer.handle, let values = answer.values else { throw .malformed }
    return Node(handle: handle, facts: values.facts)
  }

  func openDirectory(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> OpenedDirectory {
    let start = try await approach(names, from: .handle(directory), until: deadline)
    let beginning = ListPosition(cookie: 0, verifier: 0)
    let answer = try await ask(
      start + [.getHandle, .attributes(.facts), .list(beginning)],
      until: deadline
    )
    guard let handle = answer.handle, let values = answer.values, let part = answer.part else {
      throw .malformed
    }
    return OpenedDirectory(node: Node(handle: handle, facts: values.facts), part: part)
  }

  func list(
    _ directory: FileHandle,
    from position: ListPosition,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> ListPart {
    let answer = try await ask([.handle(directory), .list(position)], until: deadline)
    guard let part = answer.part else { throw .malformed }
    return part
  }

  func read(
    _ file: FileHandle,
    at offset: Int64,
    count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FilePart {
    let part = Compound.Step.read(
      offset: UInt64(clamping: offset),
      count: UInt32(clamping: count)
    )
    let answer = try await ask([.handle(file), part, .attributes(.facts)], until: deadline)
    guard let values = answer.values else { throw .malformed }
    return FilePart(bytes: answer.bytes, isEnd: answer.isEnd, facts: values.facts)
  }

  /// Takes the first steps of a long path; returns those that are left.
  private func approach(
    _ names: [[UInt8]],
    from start: Compound.Step,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> [Compound.Step] {
    var start = start
    var names = names[...]
    while names.count > Self.namesAtOnce {
      let steps = names.prefix(Self.namesAtOnce).map { Compound.Step.name($0) }
      let answer = try await ask([start] + steps + [.getHandle], until: deadline)
      guard let handle = answer.handle else { throw .malformed }
      start = .handle(handle)
      names = names.dropFirst(Self.namesAtOnce)
    }
    return [start] + names.map { .name($0) }
  }

  private func ask(
    _ steps: [Compound.Step],
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> CompoundAnswer {
    let request = Compound(steps)
    return unsafe try await loop.call(link, until: deadline) { rpc, context in
      unsafe request.send(rpc, context)
    } decode: { data throws(NFSFailure) in
      unsafe try CompoundAnswer(data, to: request)
    }
  }
}
