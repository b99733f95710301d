extension SourceSession {
  /// Puts the layers around a session that every adapter's session needs.
  ///
  /// Deadlines (unless the adapter enforces its own) are inside retries, which are inside a
  /// concurrency limit; a pacer slows all calls down while the source is overloaded; and what the
  /// adapter delivers is checked. A call that succeeds costs well under a microsecond more.
  ///
  /// - Parameters:
  ///   - policy: How patient and how gentle to be.
  ///   - deadlines: How long each attempt may take.
  ///   - clock: What to wait on.
  ///   - random: What spreads the waits.
  ///   - pacer: The pacer of the source, when it has other sessions; `nil` for one of its own.
  /// - Returns: A session to use instead of this one.
  public func layered(
    policy: SourcePolicy = SourcePolicy(),
    deadlines: SourceConfiguration.Deadlines = .init(),
    clock: any KinoClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(),
    pacer: SourcePacer? = nil
  ) -> any SourceSession {
    let pacer = pacer ?? SourcePacer(policy: policy, clock: clock, random: random)
    let gate = OperationGate(
      capabilities,
      executor: executor,
      policy: policy,
      clock: clock,
      random: random,
      pacer: pacer
    )
    return LayeredSession(self, gate: gate, deadlines: deadlines)
  }
}

/// A session behind a gate, whose answers are checked.
final class LayeredSession: SourceSession {
  private let session: any SourceSession
  private let gate: OperationGate
  private let deadlines: SourceConfiguration.Deadlines
  let capabilities: SourceCapabilities
  let executor: (any TaskExecutor)?

  init(
    _ session: any SourceSession,
    gate: OperationGate,
    deadlines: SourceConfiguration.Deadlines
  ) {
    self.session = session
    self.gate = gate
    self.deadlines = deadlines
    capabilities = session.capabilities
    executor = session.executor
  }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    try await gate.run(within: deadlines.control, at: .root) { [session] () throws(SourceError) in
      try await session.rootIdentity()
    }
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let entry = try await gate.run(within: deadlines.control, at: path) {
      [session] () throws(SourceError) in
      try await session.stat(path)
    }
    return entry.hasPlausibleAttributes ? entry : entry.withPlausibleAttributes
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    var request = request
    request.pageLimit = max(1, request.pageLimit)
    let lister = LayeredLister(request, session: session, gate: gate, deadline: deadlines.page)
    try await lister.begin()
    return lister
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let reader = try await gate.run(within: deadlines.control, at: path) {
      [session] () throws(SourceError) in
      try await session.open(path, locator: locator, expecting: expected)
    }
    return LayeredReader(
      reader,
      at: path,
      ranges: capabilities.ranges,
      gate: gate,
      deadline: deadlines.read
    )
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    guard capabilities.watch != .none else { throw SourceError(.unsupported, scope: .root) }
    return try await gate.run(within: deadlines.control, at: .root) {
      [session] () throws(SourceError) in
      try await session.watch(request)
    }
  }

  func close() async {
    await session.close()
  }
}
