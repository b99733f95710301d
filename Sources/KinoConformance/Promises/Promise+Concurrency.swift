import KinoCore

extension Promise {
  /// B9.
  static let concurrency: [Promise] = [
    concurrencyLimit, load, separateCredentials, slowNeighbour, sharedBackOff,
  ]

  static let concurrencyLimit = Promise(
    92,
    .concurrency,
    "No more requests are in the works than declared."
  ) { trial in
    let (site, session) = try await trial.session(TreeNode.files(10, in: "films"))
    _ = try counted(try await site.traffic().peakInFlight, "requests in flight")
    let declared = session.capabilities.maxConcurrentOperations
    // Slow answers overlap; a fixture that can not slow them down counts all the same.
    try? await site.inject(.slow(.at("films"), milliseconds: 10))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<max(40, min(declared, 500) * 2) {
        group.addTask {
          if number.isMultiple(of: 2) {
            _ = try await session.listing(of: .at("films"))
          } else {
            _ = try await session.stat(.at("films/\(number % 10).mkv"))
          }
        }
      }
      try await group.waitForAll()
    }
    let peak = try counted(try await site.traffic().peakInFlight, "requests in flight")
    try expect(peak <= declared, "\(peak) requests in flight, \(declared) are declared")
  }

  static let load = Promise(
    93,
    .concurrency,
    "Eight listings and eight readers at the same time get what one would."
  ) { trial in
    let size = 50_000
    let (_, session) = try await trial.session(
      TreeNode.files(40, in: "films") + [.file("film.mkv", size: size)]
    )
    let expected = TreeNode.pattern(.at("film.mkv"), size)
    let hasRanges = session.capabilities.ranges != .none
    let clock = ContinuousClock()
    let end = clock.now + trial.options.load
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          repeat {
            let listing = try await session.listing(of: .at("films"), pageLimit: 16)
            try expect(Set(listing.names).count, is: 40, "names under load")
            try expect(listing.isComplete, "incomplete under load: \(listing.reasons)")
          } while clock.now < end
        }
        group.addTask {
          var round = worker
          repeat {
            let reader = try await session.open(.at("film.mkv"))
            round += 1
            let offset = hasRanges ? (round * 7_919) % (size - 4096) : 0
            let bytes = try await reader.read(at: Int64(offset), count: 4096)
            let right = bytes == Array(expected[offset..<offset + 4096])
            try expect(right, "4096 bytes at \(offset) are wrong under load")
            await reader.close()
          } while clock.now < end
        }
      }
      try await group.waitForAll()
    }
  }

  static let separateCredentials = Promise(
    94,
    .concurrency,
    "A session with a good credential does not let another in with a bad one."
  ) { trial in
    let (site, session) = try await trial.session([.file("film.mkv")])
    _ = try await session.listing()
    try await trial.expectRefusal(of: try site.wrongCredential(), at: site)
    try expect(try await session.listing().entries.count, is: 1, "entries for the good credential")
  }

  static let slowNeighbour = Promise(
    95,
    .concurrency,
    "A slow call does not hold up others below the declared limit."
  ) { trial in
    let (site, session) = try await trial.session([.file("slow.mkv"), .file("films/film.mkv")])
    guard session.capabilities.maxConcurrentOperations > 1 else {
      throw NotRun("the source declares one call at a time")
    }
    try await site.inject(.slow(.at("slow.mkv"), milliseconds: 4000))
    let slow = Task { _ = try await session.stat(.at("slow.mkv")) }
    defer { slow.cancel() }
    try await Task.sleep(for: .milliseconds(30))
    try await trial.within(.milliseconds(500), "a call beside a slow one") {
      for _ in 0..<3 { _ = try await session.listing(of: .at("films")) }
    }
  }

  static let sharedBackOff = Promise(
    96,
    .concurrency,
    "A wish to come back later slows down every call to that source."
  ) { trial in
    let site = try await trial.site([.file("a.mkv"), .file("b.mkv")])
    let pacer = SourcePacer(policy: .single)
    let first = try await trial.connect(to: site, pacer: pacer)
    let second = try await trial.connect(to: site, pacer: pacer)
    try await site.inject(.rateLimit(seconds: 30, asDate: false))
    try await expectFailure(.rateLimited, of: "stat") { try await first.stat(.at("a.mkv")) }
    await site.endFaults()
    for session in [first, second] {
      try await expectFailure(.rateLimited, of: "another call before that moment") {
        try await session.listing()
      }
    }
  }
}
