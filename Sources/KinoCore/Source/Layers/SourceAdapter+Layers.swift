extension SourceAdapter {
  /// Connects, with a deadline and retries, and puts the layers around the session.
  ///
  /// - Parameters:
  ///   - configuration: What to open, and its deadlines.
  ///   - credential: The secret, if the source needs one.
  ///   - policy: How patient and how gentle to be.
  ///   - clock: What to wait on.
  ///   - random: What spreads the waits.
  ///   - pacer: The pacer of the source, when it has other sessions; `nil` for one of its own.
  /// - Returns: A session whose calls are bounded, retried and checked.
  /// - Throws: ``SourceError``, as ``connect(_:credential:)`` does.
  public func connectLayered(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?,
    policy: SourcePolicy = SourcePolicy(),
    clock: any KinoClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(),
    pacer: SourcePacer? = nil
  ) async throws(SourceError) -> any SourceSession {
    let pacer = pacer ?? SourcePacer(policy: policy, clock: clock, random: random)
    var capabilities = SourceCapabilities()
    capabilities.enforcesDeadlines = enforcesConnectDeadline
    let gate = OperationGate(
      capabilities,
      executor: nil,
      policy: policy,
      clock: clock,
      random: random,
      pacer: pacer
    )
    let session = try await gate.run(within: configuration.deadlines.connect, at: .root) {
      () throws(SourceError) in
      try await self.connect(configuration, credential: credential)
    }
    return session.layered(
      policy: policy,
      deadlines: configuration.deadlines,
      clock: clock,
      random: random,
      pacer: pacer
    )
  }
}
