import KinoCore

extension Promise {
  /// B1, as far as connecting goes.
  static let connecting: [Promise] = [
    rightCredentials, wrongPassword, guestFallback, refusedAnonymous, secretInErrors, closedPort,
    silentPeer, unresolvableName, missingRoot, revokedCredentials, authenticationLoop,
    badCertificate,
  ]

  static let rightCredentials = Promise(
    1,
    .connecting,
    "Right credentials connect, and capabilities are known after connecting."
  ) { trial in
    let (_, session) = try await trial.session()
    let capabilities = session.capabilities
    try expect(capabilities.maxConcurrentOperations >= 1, "no call may be made")
    try expect((capabilities.modificationPrecision ?? 1) >= 1, "the precision of times is below 1")
    try expect(try await session.stat(.root).kind, is: .directory, "the kind of the root")
  }

  static let wrongPassword = Promise(
    2,
    .connecting,
    "A wrong password fails for good as authenticationFailed and is never an empty success."
  ) { trial in
    let site = try await trial.site([.file("film.mkv")])
    let error = try await trial.expectRefusal(of: try site.wrongCredential(), at: site)
    try expect(error.retry, is: .permanent, "whether a wrong password is tried again")
  }

  static let guestFallback = Promise(
    3,
    .connecting,
    "A wrong password fails on a source that admits guests as well, unless a guest was asked for."
  ) { trial in
    let site = try await trial.site([.file("film.mkv")])
    let wrong = try site.wrongCredential()
    try await site.inject(.guestFallback)
    try await trial.expectRefusal(of: wrong, at: site)
  }

  static let refusedAnonymous = Promise(
    4,
    .connecting,
    "Asking for an anonymous login that the source refuses is authenticationFailed."
  ) { trial in
    let site = try await trial.site([.file("film.mkv")])
    try await site.inject(.refuseAnonymous)
    try await trial.expectRefusal(of: SourceCredential(.anonymous), at: site)
  }

  static let secretInErrors = Promise(
    5,
    .connecting,
    "The error about a wrong user or password does not say the secret."
  ) { trial in
    let site = try await trial.site()
    let wrong = try site.wrongCredential()
    let error = try await trial.expectRefusal(of: wrong, at: site)
    try expectNoSecret(of: wrong, in: String(reflecting: error), "the error")
    try expectNoSecret(of: wrong, in: error.description, "the error's description")
  }

  static let closedPort = Promise(
    6,
    .connecting,
    "A closed port is unavailable for the time being, within the deadline of connecting."
  ) { trial in
    let site = try await trial.site()
    try await site.inject(.refuse)
    let error = try await trial.within(.seconds(5), "connecting to a closed port") {
      try await expectFailure(.unavailable, of: "connecting to a closed port") {
        let configuration = site.configuration(deadline: .seconds(5), connect: .seconds(5))
        return try await trial.connect(to: site, configuration)
      }
    }
    try expect(error.retry, is: .temporary, "whether it is tried again")
  }

  static let silentPeer = Promise(
    7,
    .connecting,
    "A peer that never answers is timedOut within a tenth after the deadline."
  ) { trial in
    let site = try await trial.site([.file("film.mkv")])
    try await site.inject(.silence)
    try await trial.within(.milliseconds(1100), "connecting to a silent peer") {
      try await expectFailure(.timedOut, of: "connecting to a silent peer") {
        let configuration = site.configuration(deadline: .seconds(1), connect: .seconds(1))
        // Adapters without a connection of their own notice with the first call.
        return try await trial.connect(to: site, configuration).stat(.root)
      }
    }
  }

  static let unresolvableName = Promise(
    8,
    .connecting,
    "A name that leads nowhere is unavailable, in bounded time."
  ) { trial in
    let site = try await trial.site()
    try await site.inject(.unresolvable)
    try await trial.within(.seconds(10), "connecting to a name that leads nowhere") {
      try await expectFailure(.unavailable, of: "connecting to a name that leads nowhere") {
        try await trial.connect(to: site)
      }
    }
  }

  static let missingRoot = Promise(
    9,
    .connecting,
    "A share, export or base path that is not there is sourceMissing, not a child that is not found."
  ) { trial in
    let site = try await trial.site()
    var configuration = site.shortConfiguration
    configuration.rootPath += Array("/absent".utf8)
    let absent = configuration
    let error = try await expectFailure(.sourceMissing, of: "connecting to an absent base path") {
      try await trial.connect(to: site, absent).stat(.root)
    }
    try expect(error.scope, is: .root, "how far a missing root reaches")
  }

  static let revokedCredentials = Promise(
    10,
    .connecting,
    "Credentials that are revoked in mid-session end in authenticationFailed for the connection."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv")])
    _ = try await session.listing(of: .at("films"))
    try await site.inject(.revokeCredentials)
    let error = try await expectFailure(.authenticationFailed, of: "listing after revocation") {
      try await session.listing(of: .at("films"))
    }
    try expect(error.scope, is: .connection, "how far revoked credentials reach")
  }

  static let authenticationLoop = Promise(
    11,
    .connecting,
    "A credential that is refused again and again is presented at most twice for each request."
  ) { trial in
    let (site, session) = try await trial.session([.file("film.mkv")])
    _ = try await session.stat(.at("film.mkv"))
    try await site.inject(.revokeCredentials)
    let before = try counted(try await site.traffic().requests, "requests")
    try await expectFailure(.authenticationFailed, of: "stat after revocation") {
      try await session.stat(.at("film.mkv"))
    }
    let attempts = try counted(try await site.traffic().requests, "requests") - before
    try expect(attempts <= 2, "\(attempts) attempts for one request")
  }

  static let badCertificate = Promise(
    12,
    .connecting,
    "A certificate that is untrusted, expired or another host's is tlsFailure, and not tried again."
  ) { trial in
    for flaw in Fault.CertificateFlaw.allCases {
      let site = try await trial.site([.file("film.mkv")])
      try await site.inject(.badCertificate(flaw))
      let error = try await expectFailure(.tlsFailure, of: "connecting (\(flaw.rawValue))") {
        try await trial.connect(to: site).stat(.root)
      }
      try expect(error.retry, is: .permanent, "whether it is tried again (\(flaw.rawValue))")
    }
  }
}

extension Trial {
  /// Makes sure that a credential is refused, when connecting or with the first listing.
  @discardableResult
  func expectRefusal(
    of credential: SourceCredential,
    at site: any ConformanceSite
  ) async throws -> SourceError {
    try await expectFailure(.authenticationFailed, of: "using the credential") {
      let session = try await connect(to: site, as: .some(credential))
      let listing = try await session.listing()
      throw BrokenPromise("the credential was taken; \(listing.entries.count) entries were listed")
    }
  }
}

/// Breaks the promise if a text holds the secret of a credential.
func expectNoSecret(
  of credential: SourceCredential?,
  in text: String,
  _ what: String
) throws(BrokenPromise) {
  let secret: String? =
    switch credential?.method {
    case .password(_, let password): password
    case .bearer(let token): token
    default: nil
    }
  guard let secret, !secret.isEmpty else { return }
  let found = text.utf8.split(separator: Array(secret.utf8), omittingEmptySubsequences: false)
  try expect(found.count == 1, "\(what) says the secret")
}
