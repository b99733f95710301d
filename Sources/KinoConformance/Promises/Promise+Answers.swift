import KinoCore

extension Promise {
  /// B1, as far as answers and errors go.
  static let answers: [Promise] = [
    errorContents, unknownStatus, idleConnection, rateLimit, closedSession,
  ]

  static let errorContents = Promise(
    13,
    .connecting,
    "Errors carry kind, retry class, scope and underlying code, and read the same every time."
  ) { trial in
    let (_, session) = try await trial.session([.file("film.mkv")])
    var errors: [SourceError] = []
    for _ in 0..<2 {
      errors.append(
        try await expectFailure(.notFound, of: "stat of an absent file") {
          try await session.stat(.at("absent.mkv"))
        }
      )
    }
    let error = errors[0]
    try expect(error.retry, is: .permanent, "the retry class of notFound")
    try expect(error.scope, is: .entry, "the scope of notFound")
    try expect(error.underlying != nil, "there is no underlying code")
    try expect(errors[0] == errors[1], "the same failure gave two different errors")
    try expect(error.description.hasPrefix("notFound"), "the description is \(error.description)")
  }

  static let unknownStatus = Promise(
    14,
    .connecting,
    "An unknown answer is unavailable or protocolViolation, never notFound."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv")])
    try await site.inject(.unknownStatus)
    try await expectFailure(.unavailable, .protocolViolation, of: "stat") {
      try await session.stat(.at("films/film.mkv"))
    }
    try await expectFailure(.unavailable, .protocolViolation, of: "listing") {
      try await session.listing(of: .at("films"))
    }
  }

  static let idleConnection = Promise(
    15,
    .connecting,
    "A listing after the server closed the idle connection works."
  ) { trial in
    let (site, session) = try await trial.session([.file("film.mkv")])
    _ = try await session.listing()
    try await site.inject(.dropIdleConnections)
    try expect(try await session.listing().entries.count, is: 1, "entries after an idle time")
  }

  static let rateLimit = Promise(
    16,
    .connecting,
    "A wish to come back later is rateLimited with that moment, and nothing is sent before it."
  ) { trial in
    for asDate in [false, true] {
      let (site, session) = try await trial.session([.file("film.mkv")])
      try await site.inject(.rateLimit(seconds: 30, asDate: asDate))
      let error = try await expectFailure(.rateLimited, of: "stat") {
        try await session.stat(.at("film.mkv"))
      }
      let wait = error.retryAfter ?? .zero
      try expect(
        wait > .seconds(25) && wait <= .seconds(31),
        "told to come back in 30 s, the error says \(wait)"
      )
      await site.endFaults()
      guard let before = try? await site.traffic().requests else { continue }
      try await expectFailure(.rateLimited, of: "a call before that moment") {
        try await session.stat(.at("film.mkv"))
      }
      let after = try counted(try await site.traffic().requests, "requests")
      try expect(after, is: before, "requests before that moment")
    }
  }

  static let closedSession = Promise(
    17,
    .connecting,
    "After closing, calls fail as unavailable; connecting anew works."
  ) { trial in
    let (site, session) = try await trial.session([.file("film.mkv")])
    let reader = try await session.open(.at("film.mkv"))
    await reader.close()
    try await expectFailure(.unavailable, of: "reading from a closed file") {
      try await reader.read(at: 0, count: 1)
    }
    await session.close()
    await session.close()
    try await expectFailure(.unavailable, of: "stat in a closed session") {
      try await session.stat(.at("film.mkv"))
    }
    try await expectFailure(.unavailable, of: "listing in a closed session") {
      try await session.listing()
    }
    let again = try await trial.connect(to: site)
    try expect(try await again.listing().entries.count, is: 1, "entries after connecting anew")
  }
}
