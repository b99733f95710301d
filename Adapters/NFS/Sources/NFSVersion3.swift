import KinoCore

/// Version 3 of the protocol (RFC 1813).
struct NFSVersion3: NFSDialect {
  let loop: RPCLoop
  let link: RPCLink
  let mounting: MountProtocol

  func findRoot(
    _ names: [[UInt8]],
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FoundRoot {
    let (export, rest) = try await mounting.mount(names, until: deadline)
    let node = try await find(rest, below: export, until: deadline)
    // Without these answers the least is assumed.
    let limit = unsafe try await callIfPossible(until: deadline) { rpc, context in
      unsafe Procedure3.traits(node.handle, rpc, context)
    } decode: { data throws(NFSFailure) in
      unsafe try Procedure3.readLimit(data)
    }
    let ignoresCase = unsafe try await callIfPossible(until: deadline) { rpc, context in
      unsafe Procedure3.names(node.handle, rpc, context)
    } decode: { data throws(NFSFailure) in
      unsafe try Procedure3.ignoresCase(data)
    }
    return FoundRoot(
      node: node,
      traits: ServerTraits(readLimit: limit, ignoresCase: ignoresCase)
    )
  }

  func find(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Node {
    var node = try await follow(names, from: directory, until: deadline)
    guard node.facts.kind == .unknown else { return node }
    let handle = node.handle
    node.facts = unsafe try await call(until: deadline) { rpc, context in
      unsafe Procedure3.attributes(handle, rpc, context)
    } decode: { data throws(NFSFailure) in
      unsafe try Procedure3.facts(data)
    }
    return node
  }

  func openDirectory(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> OpenedDirectory {
    var node = try await follow(names, from: directory, until: deadline)
    let beginning = ListPosition(cookie: 0, verifier: 0)
    let answer = try await answer(node.handle, beginning, until: deadline)
    if answer.directory.kind != .unknown { node.facts = answer.directory }
    return OpenedDirectory(node: node, part: answer.part)
  }

  func list(
    _ directory: FileHandle,
    from position: ListPosition,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> ListPart {
    try await answer(directory, position, until: deadline).part
  }

  func read(
    _ file: FileHandle,
    at offset: Int64,
    count: Int,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FilePart {
    let start = UInt64(clamping: offset)
    let count = UInt32(clamping: count)
    return unsafe try await call(until: deadline) { rpc, context in
      unsafe Procedure3.read(file, at: start, count: count, rpc, context)
    } decode: { data throws(NFSFailure) in
      unsafe try Procedure3.part(data, atMost: count)
    }
  }

  /// Looks one name up after the other: the protocol has nothing better.
  private func follow(
    _ names: [[UInt8]],
    from directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Node {
    var node = Node(handle: directory, facts: FileFacts())
    for name in names {
      // Servers are known to follow a name on a link, or on a file, to somewhere else.
      guard [.directory, .unknown].contains(node.facts.kind) else { throw .status(20) }
      let handle = node.handle
      node = unsafe try await call(until: deadline) { rpc, context in
        unsafe Procedure3.lookUp(name, handle, rpc, context)
      } decode: { data throws(NFSFailure) in
        unsafe try Procedure3.found(data)
      }
    }
    return node
  }

  private func answer(
    _ directory: FileHandle,
    _ position: ListPosition,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Listing3.Answer {
    do throws(NFSFailure) {
      return unsafe try await call(until: deadline) { rpc, context in
        unsafe Listing3.askWithFacts(directory, position, rpc, context)
      } decode: { data throws(NFSFailure) in
        unsafe try Listing3.answerWithFacts(data)
      }
    } catch .status(NFSStatus.notSupported) {
      return unsafe try await call(until: deadline) { rpc, context in
        unsafe Listing3.askForNames(directory, position, rpc, context)
      } decode: { data throws(NFSFailure) in
        unsafe try Listing3.answerWithNames(data)
      }
    }
  }

  /// Makes a call that a server may refuse.
  private func callIfPossible<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    send: @escaping RPCCall.Send,
    decode: @escaping @Sendable (UnsafeMutableRawPointer) throws(NFSFailure) -> Value
  ) async throws(NFSFailure) -> Value? {
    do throws(NFSFailure) {
      return unsafe try await call(until: deadline, send: send, decode: decode)
    } catch .cancelled {
      throw .cancelled
    } catch .timedOut {
      throw .timedOut
    } catch {
      return nil
    }
  }

  private func call<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    send: @escaping RPCCall.Send,
    decode: @escaping @Sendable (UnsafeMutableRawPointer) throws(NFSFailure) -> Value
  ) async throws(NFSFailure) -> Value {
    unsafe try await loop.call(link, until: deadline, send: send, decode: decode)
  }
}
