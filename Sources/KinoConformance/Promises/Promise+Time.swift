import KinoCore

extension Promise {
  /// B7.
  static let time: [Promise] = [
    promptCancellation, afterCancellation, cancelledKind, tricklingPeer, everyCallEnds,
    cancelledBefore,
  ]

  static let promptCancellation = Promise(
    79,
    .time,
    "Connecting, listings, stat and reads end within 250 ms of being cancelled."
  ) { trial in
    for call in StalledCall.allCases {
      _ = try await trial.cancelled(call, within: .milliseconds(250))
    }
  }

  static let afterCancellation = Promise(
    80,
    .time,
    "After a cancellation the session works, or fails; it never says what is not so."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv", size: 1000)])
    let reader = try await session.open(.at("films/film.mkv"))
    try await site.inject(.silence)
    try await trial.stallAndCancel(at: site) { _ = try await reader.read(at: 0, count: 1000) }
    try await trial.stallAndCancel(at: site) { _ = try await session.listing(of: .at("films")) }
    await site.endFaults()
    do {
      let listing = try await session.listing(of: .at("films"))
      try expect(listing.names, is: [.name("film.mkv")], "names after a cancellation")
      let bytes = try await reader.read(at: 0, count: 1000)
      let right = bytes == TreeNode.pattern(.at("films/film.mkv"), 1000)
      try expect(right, "wrong bytes after a cancellation")
    } catch let error as SourceError {
      let isDefined = [.unavailable, .staleHandle].contains(error.kind)
      try expect(isDefined, "\(error) after a cancellation")
    }
  }

  static let cancelledKind = Promise(
    81,
    .time,
    "A cancelled call says so, and not that time was up or that the source is away."
  ) { trial in
    for call in StalledCall.allCases {
      let error = try await trial.cancelled(call, within: .seconds(3))
      try expect(error.kind, is: .cancelled, "how a cancelled \(call.rawValue) ends")
    }
  }

  static let tricklingPeer = Promise(
    82,
    .time,
    "The deadline holds when the peer sends a byte a second, or stops after its headers."
  ) { trial in
    for fault in [Fault.dribble, .stallAfterHeaders] {
      let site = try await trial.site([.file("film.mkv", size: 10_000)])
      let deadline = Duration.milliseconds(500)
      let configuration = site.configuration(deadline: deadline)
      let session = try await trial.connect(to: site, configuration)
      let reader = try await session.open(.at("film.mkv"))
      try await site.inject(fault)
      try await trial.within(.milliseconds(550), "a read (\(fault.name))") {
        try await expectFailure(.timedOut, of: "a read (\(fault.name))") {
          try await reader.read(at: 0, count: 10_000)
        }
      }
      try await trial.within(.milliseconds(1100), "a listing (\(fault.name))") {
        try await expectFailure(.timedOut, of: "a listing (\(fault.name))") {
          try await session.listing()
        }
      }
    }
  }

  static let everyCallEnds = Promise(
    83,
    .time,
    "Every call ends exactly once, whenever it is cancelled."
  ) { trial in
    let (_, session) = try await trial.session(TreeNode.files(20, in: "films"))
    for round in 0..<100 {
      try await trial.within(.seconds(3), "calls that are cancelled after \(round % 10) steps") {
        try await session.cancelCalls(after: round % 10)
      }
    }
    let entry = try await session.stat(.at("films/1.mkv"))
    try expect(entry.kind, is: .file, "the kind of a file afterwards")
  }

  static let cancelledBefore = Promise(
    84,
    .time,
    "A task that is cancelled already sends nothing."
  ) { trial in
    let site = try await trial.site([.file("films/film.mkv")])
    // The layers stop such a task before the adapter can.
    let session = try await trial.connectBare(to: site)
    let reader = try await session.open(.at("films/film.mkv"))
    let before = try counted(try await site.traffic().requests, "requests")
    let calls = Task {
      unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      var errors: [SourceError?] = []
      errors.append(await failure { _ = try await session.stat(.at("films/film.mkv")) })
      errors.append(await failure { _ = try await session.listing(of: .at("films")) })
      errors.append(await failure { _ = try await reader.read(at: 0, count: 10) })
      errors.append(await failure { _ = try await trial.connectBare(to: site) })
      return errors
    }
    for error in await calls.value {
      try expect(error?.kind, is: .cancelled, "how a call of a cancelled task ends")
    }
    // What was begun all the same arrives a little later.
    try await Task.sleep(for: .milliseconds(30))
    let after = try counted(try await site.traffic().requests, "requests")
    try expect(after, is: before, "requests")
  }
}

extension SourceSession {
  /// Begins four calls, cancels them after some steps, and waits for them.
  fileprivate func cancelCalls(after steps: Int) async throws {
    let path = SourcePath.at("films/1.mkv")
    let calls = (0..<4).map { number in
      Task {
        switch number {
        case 0: _ = try await stat(path)
        case 1: _ = try await listing(of: .at("films"), pageLimit: 4)
        case 2: _ = try await content(of: path, count: 16)
        default: _ = try await rootIdentity()
        }
      }
    }
    for _ in 0..<steps { await Task.yield() }
    for call in calls { call.cancel() }
    for call in calls {
      guard case .failure(let error) = await call.result else { continue }
      try expect((error as? SourceError)?.kind, is: .cancelled, "how a cancelled call ends")
    }
  }
}

private func failure(_ body: () async throws -> Void) async -> SourceError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? SourceError
  }
}

/// The calls that can be stalled and cancelled.
private enum StalledCall: String, CaseIterable {
  case connect, list, stat, read
}

extension Trial {
  /// Lets something run into a silent server, then cancels it.
  ///
  /// - Returns: What it threw.
  @discardableResult
  fileprivate func stallAndCancel(
    at site: any ConformanceSite,
    within bound: Duration = .seconds(3),
    _ call: @escaping @Sendable () async throws -> Void
  ) async throws -> (any Error)? {
    let before = await site.appliedFaults()?[.silence] ?? 0
    let task = Task { try await call() }
    // Long enough for a request to be on its way, where nobody says that it is.
    let clock = ContinuousClock()
    let soonest = clock.now + .milliseconds(50)
    let latest = clock.now + .seconds(2)
    while clock.now < latest {
      try await Task.sleep(for: .milliseconds(10))
      let silenced = await site.appliedFaults().map { $0[.silence, default: 0] > before } ?? true
      if silenced, clock.now >= soonest { break }
    }
    task.cancel()
    return try await within(bound, "a cancelled call") {
      guard case .failure(let error) = await task.result else { return nil }
      return error
    }
  }

  /// Stalls and cancels one call of a new session.
  fileprivate func cancelled(_ call: StalledCall, within bound: Duration) async throws
    -> SourceError
  {
    let site = try await site([.file("films/film.mkv", size: 1000)])
    let session = try await connect(to: site)
    let reader = try await session.open(.at("films/film.mkv"))
    try await site.inject(.silence)
    let error = try await stallAndCancel(at: site, within: bound) { [self] in
      switch call {
      case .connect: _ = try await connect(to: site).stat(.root)
      case .list: _ = try await session.listing(of: .at("films"))
      case .stat: _ = try await session.stat(.at("films/film.mkv"))
      case .read: _ = try await reader.read(at: 0, count: 1000)
      }
    }
    guard let error = error as? SourceError else {
      throw BrokenPromise("a \(call.rawValue) of a silent server ended with success")
    }
    return error
  }
}
